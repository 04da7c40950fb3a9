//@ verdict: ok
//@ about: hand-written sorts and qsort agree
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 50

static unsigned next(unsigned *state) {
    *state = *state * 1103515245u + 12345u;
    return *state >> 16;
}

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        for (; j > 0 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

static void quick(int *a, int low, int high) {
    if (low >= high)
        return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick(a, low, j);
    quick(a, i, high);
}

static void merge(int *a, int n, int *scratch) {
    if (n < 2)
        return;
    int half = n / 2, i = 0, j = half, k = 0;
    merge(a, half, scratch);
    merge(a + half, n - half, scratch);
    while (i < half && j < n)
        scratch[k++] = a[i] <= a[j] ? a[i++] : a[j++];
    while (i < half) scratch[k++] = a[i++];
    while (j < n) scratch[k++] = a[j++];
    memcpy(a, scratch, (size_t)n * sizeof *a);
}

static int descending(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    int a[N], b[N], c[N], d[N], scratch[N];
    unsigned state = 42;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = d[i] = (int)(next(&state) % 1000);
    insertion(a, N);
    quick(b, 0, N - 1);
    merge(c, N, scratch);
    qsort(d, N, sizeof *d, descending);
    for (int i = 0; i < N; i++)
        printf("%d %s", a[i], i % 10 == 9 ? "\n" : "");
    printf("%d %d\n", memcmp(a, b, sizeof a), memcmp(a, c, sizeof a));
    for (int i = 0; i < N; i++)
        if (a[i] != d[N - 1 - i])
            return 1;
    const char *words[] = {"spin", "java", "estes", "flavers", "steam", "gmc"};
    qsort(words, 6, sizeof *words, by_text);
    for (int i = 0; i < 6; i++)
        printf("%s ", words[i]);
    const char *key = "steam";
    const char **found = bsearch(&key, words, 6, sizeof *words, by_text);
    printf("%d\n", (int)(found - words));
    return 0;
}

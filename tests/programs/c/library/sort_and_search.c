//@ verdict: ok
//@ about: qsort and bsearch call back into the program
#include <assert.h>
#include <stdlib.h>

static int comparisons;

static int ascending(const void *a, const void *b) {
    comparisons++;
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int numbers[] = {5, 3, 9, -2, 7, 0};
    qsort(numbers, 6, sizeof *numbers, ascending);
    for (int i = 1; i < 6; i++)
        assert(numbers[i - 1] < numbers[i]);
    assert(comparisons > 0);
    int key = 7;
    int *found = bsearch(&key, numbers, 6, sizeof *numbers, ascending);
    assert(found == &numbers[4]);
    key = 8;
    assert(bsearch(&key, numbers, 6, sizeof *numbers, ascending) == NULL);
    return 0;
}

//@ verdict: ok
//@ about: pointer arithmetic, multi-dimensional arrays, pointers to arrays, const and restrict
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};

static int row_sum(int (*row)[4]) {
    int sum = 0;
    for (int *p = *row; p < *row + 4; p++)
        sum += *p;
    return sum;
}

static void transpose(int rows, int columns, int from[rows][columns], int to[columns][rows]) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            to[c][r] = from[r][c];
}

static void add(size_t n, int *restrict to, const int *restrict from) {
    while (n--)
        *to++ += *from++;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        printf("%d ", row_sum(&grid[i]));
    int turned[4][3];
    transpose(3, 4, grid, turned);
    for (int i = 0; i < 12; i++)
        printf("%d ", (&turned[0][0])[i]);
    add(4, grid[0], grid[2]);
    printf("%d %d\n", grid[0][0], *(*(grid + 0) + 3));
    int numbers[10], *end = numbers + 10, *p = numbers;
    for (; p != end; p++)
        *p = (int)(p - numbers) * 3;
    ptrdiff_t distance = end - &numbers[3];
    printf("%td %d %d %d\n", distance, p[-1], 3[numbers], &numbers[9] > &numbers[2]);
    const char *words[] = {"zero", "one", "two"}, **word = words;
    word++;
    printf("%s %c %s\n", *word, **word, *(word + 1) + 1);
    char *bytes = (char *)grid;
    printf("%d %d\n", bytes[16], *(short *)(bytes + 16));
    int three[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    printf("%d %d %zu\n", three[1][0][1], *three[1][1], sizeof three[0]);
    void *raw = &three;
    printf("%d\n", ((int *)raw)[5]);
    uintptr_t address = (uintptr_t)&numbers[4];
    printf("%d %d\n", *(int *)(address + sizeof(int)), (int)(address - (uintptr_t)numbers));
    return 0;
}

//@ verdict: ok
//@ about: realloc, calloc, aligned allocation, free(NULL)
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *numbers = NULL;
    for (int n = 1; n <= 5; n++) {
        numbers = realloc(numbers, n * sizeof *numbers);
        numbers[n - 1] = n * n;
    }
    assert(numbers[0] == 1 && numbers[4] == 25);
    numbers = realloc(numbers, 2 * sizeof *numbers);
    assert(numbers[1] == 4);
    free(numbers);
    free(NULL);

    char *zeros = calloc(3, 5);
    for (int i = 0; i < 15; i++)
        assert(zeros[i] == 0);
    char *copy = strdup("copy");
    assert(strlen(copy) == 4);
    free(copy);
    free(zeros);

    void *aligned = NULL;
    assert(posix_memalign(&aligned, 64, 100) == 0);
    assert((uintptr_t)aligned % 64 == 0);
    free(aligned);
    aligned = aligned_alloc(32, 64);
    assert((uintptr_t)aligned % 32 == 0);
    free(aligned);
    return 0;
}

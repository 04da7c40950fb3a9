//@ verdict: ok
//@ about: a pointer cast to an integer and back, with tag bits in between, still works
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *cell = malloc(2 * sizeof *cell);
    cell[0] = 1;
    cell[1] = 2;
    uintptr_t tagged = (uintptr_t)cell | 1;
    assert(*(int *)(tagged & ~(uintptr_t)1) == 1);
    assert(*(int *)(tagged - 1 + sizeof(int)) == 2);
    int *copy;
    unsigned char bytes[sizeof cell];
    memcpy(bytes, &cell, sizeof cell);
    for (unsigned i = 0; i < sizeof copy; i++)
        ((unsigned char *)&copy)[i] = bytes[i];
    assert(copy == cell && copy[1] == 2);
    int *end = cell + 2;
    assert(end - cell == 2 && end > cell);
    free(cell);
    return 0;
}

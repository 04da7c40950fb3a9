//@ verdict: error
//@ kind: out-of-bounds
//@ line: 11
//@ about: a pointer that goes before the beginning of its object leads to no other one
#include <stdlib.h>

int main(void) {
    int *first = calloc(4, sizeof(int));
    int *second = calloc(4, sizeof(int));
    int *before = second - 1;
    int value = *before; //~ out-of-bounds
    free(first);
    free(second);
    return value;
}

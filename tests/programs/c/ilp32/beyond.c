//@ verdict: error
//@ kind: out-of-bounds
//@ line: 16
//@ cflags: -m32
//@ about: an address behind a block comes out of memory as such, not as one of the next block
#include <stdlib.h>

struct list { int *at; };

int main(void) {
    struct list list;
    int *first = malloc(4 * sizeof(int));
    int *second = malloc(4 * sizeof(int));
    list.at = first + 4;
    second[0] = 1;
    *list.at = 1;
    free(first);
    free(second);
    return 0;
}

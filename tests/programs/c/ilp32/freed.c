//@ verdict: error
//@ kind: use-after-free
//@ line: 20
//@ cflags: -m32
//@ about: a number that holds an address keeps the block from being used again
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t remembered;

int main(void) {
    int *old = malloc(sizeof *old);
    remembered = (uint32_t)old;
    free(old);
    old = 0;
    int *made = malloc(sizeof *made);
    *made = 1;
    int *back = (int *)remembered;
    *back = 2;
    free(made);
    return 0;
}

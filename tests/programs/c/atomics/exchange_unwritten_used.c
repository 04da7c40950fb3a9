//@ verdict: error
//@ kind: uninitialised
//@ line: 9
//@ about: what an exchange found was never written and decides a branch
#include <stdatomic.h>
#include <stdlib.h>
int main(void) {
    atomic_int *p = malloc(sizeof *p);
    if (atomic_exchange(p, 3) == 3)
        return 1;
    free(p);
    return 0;
}

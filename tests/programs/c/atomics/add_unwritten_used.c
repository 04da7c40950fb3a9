//@ verdict: error
//@ kind: uninitialised
//@ line: 10
//@ about: a sum with an unwritten value is as good as unwritten
#include <stdatomic.h>
#include <stdlib.h>
int main(void) {
    atomic_int *p = malloc(sizeof *p);
    atomic_fetch_add(p, 1);
    if (*p == 3)
        return 1;
    free(p);
    return 0;
}

//@ verdict: ok
//@ about: an exchange that puts the first value there uses no unwritten one
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
    atomic_int *p = malloc(sizeof *p);
    atomic_exchange(p, 3);
    assert(*p == 3);
    free(p);
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ about: a weak compare-exchange may fail although it finds what it expects, whatever its order
#include <assert.h>
#include <stdatomic.h>

static atomic_int owner;

int main(void) {
    int expected = 0;
    if (!atomic_compare_exchange_weak(&owner, &expected, 1)) assert(expected != 0);
    return 0;
}

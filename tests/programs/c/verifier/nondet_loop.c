//@ verdict: ok
//@ about: a value chosen again in each round, and kept from the round before
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int last = 0;
    for (int round = 0; round < 2; round++) {
        if (last > 10)
            assert(last != 10);
        last = __VERIFIER_nondet_int();
        if (last < 0)
            break;
    }
    return 0;
}

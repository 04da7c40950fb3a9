//@ verdict: undecided
//@ about: a value in memory that others may read has no classes
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int seen;

int main(void) {
    int x = __VERIFIER_nondet_int();
    seen = x;
    if (x > 3)
        assert(seen != 3);
    return 0;
}

//@ verdict: undecided
//@ about: two values that are compared with each other have no classes of their own
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    assert(!(x < y && y < x));
    return 0;
}

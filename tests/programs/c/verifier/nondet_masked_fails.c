//@ verdict: error
//@ kind: assertion
//@ line: 15
//@ about: one combination of bits and order fails
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int odd = x & 1;
    if (x > 1000)
        if (x < 1003)
            if (!odd)
                assert(0); //~ assertion
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 13
//@ about: a cut value can be negative where the whole is not
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    signed char cut = (signed char)x;
    if (x > 300)
        assert(cut >= 0); //~ assertion
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 15
//@ about: only one of four combinations of two Boolean choices fails
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 0;
    if (__VERIFIER_nondet_bool())
        x += 2;
    if (!__VERIFIER_nondet_bool())
        x += 3;
    assert(x != 5); //~ assertion
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ about: the failing value is one that the program compares with
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 1;
    if (x == 7342)
        y = 0;
    assert(y == 1); //~ assertion
    return 0;
}

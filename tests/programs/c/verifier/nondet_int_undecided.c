//@ verdict: undecided
//@ about: not every int can be tried, and none of those tried fails
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        assert(x >= 11);
    else
        assert(x <= 10);
    return 0;
}

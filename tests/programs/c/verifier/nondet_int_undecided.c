//@ verdict: undecided
//@ about: not every int can be tried, and none of those tried fails
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x / 2 <= 1073741823);
    return 0;
}

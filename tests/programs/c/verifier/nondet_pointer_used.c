//@ verdict: undecided
//@ about: a chosen pointer that is not null may be used, and is none of the others
#include <assert.h>

extern void *__VERIFIER_nondet_pointer(void);

int known;

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (p && p != &known) {
        *p = 3;
        assert(known == 0 && *p == 3);
    }
    return 0;
}

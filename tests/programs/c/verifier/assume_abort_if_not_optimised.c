//@ verdict: ok
//@ args: --opt-level 2
//@ about: an assumption that was inlined is one still
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void assume_abort_if_not(int condition) {
    if (!condition) {
        abort();
    }
}

int main(void) {
    _Bool flag = __VERIFIER_nondet_bool();
    assume_abort_if_not(flag);
    assert(flag);
}

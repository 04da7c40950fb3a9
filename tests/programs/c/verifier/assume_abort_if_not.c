//@ verdict: ok
//@ about: SV-COMP's assume_abort_if_not is an assumption, though its body aborts
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

void assume_abort_if_not(int condition) {
    if (!condition) {
        abort();
    }
}

int main(void) {
    _Bool flag = __VERIFIER_nondet_bool();
    assume_abort_if_not(flag);
    assert(flag);
    return 0;
}

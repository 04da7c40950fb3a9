//@ verdict: ok
//@ about: what the body of assume_abort_if_not does has happened
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int calls;

void assume_abort_if_not(int condition) {
    calls++;
    if (!condition) {
        abort();
    }
}

int main(void) {
    _Bool flag = __VERIFIER_nondet_bool();
    assume_abort_if_not(flag);
    assert(flag && calls == 1);
}

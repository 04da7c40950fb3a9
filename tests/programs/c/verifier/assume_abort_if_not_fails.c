//@ verdict: error
//@ kind: assertion
//@ line: 19
//@ about: what holds of the executions that assume_abort_if_not leaves is still checked
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
    assert(!flag); //~ assertion
    return 0;
}

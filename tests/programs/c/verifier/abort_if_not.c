//@ verdict: error
//@ kind: abort
//@ line: 11
//@ about: a function of another name that aborts is no assumption
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

void abort_if_not(int condition) {
    if (!condition) {
        abort(); //~ abort
    }
}

int main(void) {
    abort_if_not(__VERIFIER_nondet_bool());
    return 0;
}

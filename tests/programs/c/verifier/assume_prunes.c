//@ verdict: ok
//@ about: a path whose assumption is false is no error and no deadlock
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);

int main(void) {
    _Bool flag = __VERIFIER_nondet_bool();
    __VERIFIER_assume(!flag);
    assert(!flag);
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 12
//@ about: a chosen pointer need not be null
#include <assert.h>
#include <stddef.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    void *p = __VERIFIER_nondet_pointer();
    assert(p == NULL); //~ assertion
    return 0;
}

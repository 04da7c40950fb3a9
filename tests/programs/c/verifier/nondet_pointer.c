//@ verdict: ok
//@ about: a pointer that is only compared with null is null or not
#include <assert.h>
#include <stddef.h>

extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    void *p = __VERIFIER_nondet_pointer();
    int is_null = 0;
    if (!p)
        is_null = 1;
    assert(is_null == (p == NULL));
    return 0;
}

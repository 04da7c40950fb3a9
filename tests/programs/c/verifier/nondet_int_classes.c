//@ verdict: ok
//@ about: an int that is only compared with constants has few classes, of which one value each is tried
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        assert(x >= 11);
    else
        assert(x <= 10);
    return 0;
}

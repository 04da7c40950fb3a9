//@ verdict: ok
//@ about: bits and a sign: each combination is tried
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
    unsigned flags = __VERIFIER_nondet_uint();
    int set = 0;
    if (flags & 1)
        set++;
    if (flags & 0x80000000u)
        set++;
    if (flags == 0)
        assert(set == 0);
    if ((int)flags < 0)
        assert(set >= 1);
    long wide = __VERIFIER_nondet_long();
    switch (wide) {
    case -5:
        assert(wide < 0);
        break;
    case 7:
        assert(wide > 0 && wide & 1);
        break;
    }
    return 0;
}

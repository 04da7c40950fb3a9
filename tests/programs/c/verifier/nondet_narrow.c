//@ verdict: ok
//@ about: values that are cut and extended: the signs are those of the cut value
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    short cut = (short)x;
    long extended = cut;
    if (extended < -7)
        assert(cut < 0 && (unsigned short)cut > 32767);
    if ((unsigned short)cut == 65535)
        assert(extended == -1);
    return 0;
}

//@ verdict: ok
//@ about: empty inline assembly is only a barrier for the compiler
#include <assert.h>

static int value;

int main(void) {
    value = 1;
    __asm__ volatile("" ::: "memory");
    int hidden = 5;
    __asm__ volatile("" : "+r"(hidden));
    assert(value == 1 && hidden == 5);
    return 0;
}

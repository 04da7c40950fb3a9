//@ verdict: error
//@ kind: invalid-pointer
//@ line: 11
//@ about: a jump with a buffer that was never set
#include <setjmp.h>

static jmp_buf place;

int main(int count, char **arguments) {
    (void)arguments;
    longjmp(place, count); //~ invalid-pointer
}

//@ verdict: error
//@ kind: invalid-pointer
//@ line: 17
//@ about: a jump into a function that has returned, though the same function runs again
#include <setjmp.h>
#include <stddef.h>

static jmp_buf place;

static int mark(int first) {
    return first ? setjmp(place) : 0;
}

int main(void) {
    if (mark(1) == 0) {
        mark(0);
        longjmp(place, 1); //~ invalid-pointer
    }
    return 0;
}

//@ verdict: error
//@ kind: uninitialised
//@ line: 16
//@ about: a value that was never written is carried through a long loop and decides a branch behind it

#include <stdio.h>

int main(void) {
    int never, carried, sum = 0;
    carried = never;
    for (int i = 0; i < 1000; i++) {
        int before = carried;
        sum = sum * 3 + i;
        carried = before;
    }
    if (carried == sum) //~ uninitialised
        puts("equal");
    return 0;
}

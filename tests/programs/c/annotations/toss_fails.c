//@ verdict: error
//@ kind: assertion
//@ line: 9
//@ about: one pair of values out of sixteen fails
#include <trailhound.h>

int main(void) {
    unsigned a = th_toss(4), b = th_toss(4);
    th_assert(a * b != 9); //~ assertion
    return 0;
}

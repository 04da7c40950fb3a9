//@ verdict: ok
//@ about: an assumption leaves out the choices that break it, and marks change nothing
#include <trailhound.h>

int main(void) {
    unsigned x = th_toss(10);
    th_assume(x % 2 == 0);
    th_mark("even");
    if (x == 8)
        th_mark("eight");
    th_assert(x != 7);
    return 0;
}

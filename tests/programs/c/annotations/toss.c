//@ verdict: ok
//@ about: every value of a toss is tried, so the verdict is final
#include <trailhound.h>

int main(void) {
    unsigned face = th_toss(6) + 1;
    th_assert(face >= 1 && face <= 6);
    unsigned pair = th_choose(2) * 2 + th_toss(2);
    th_assert(pair < 4);
    return 0;
}

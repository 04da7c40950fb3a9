//@ verdict: error
//@ kind: assertion
//@ line: 11
//@ cflags: -DNDEBUG
//@ about: NDEBUG removes assert, not th_assert
#include <assert.h>
#include <trailhound.h>

int main(void) {
    assert(0);
    th_assert(th_toss(2) == 0); //~ assertion
    return 0;
}

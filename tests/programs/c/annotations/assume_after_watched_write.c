//@ verdict: error
//@ kind: invariant
//@ args: --always x==0
//@ about: a property sees what was written before an assumption that does not hold
#include "trailhound.h"

int x;

int main(void) {
    x = 1;
    th_assume(0);
    return 0;
}

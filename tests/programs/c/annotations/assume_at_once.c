//@ verdict: ok
//@ about: an assumption that does not hold before the first choice: no execution counts
#include "trailhound.h"

int main(void) {
    th_assume(0);
    return 1;
}

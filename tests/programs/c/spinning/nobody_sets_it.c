//@ verdict: error
//@ kind: livelock
//@ line: 10
//@ about: main spins on a flag that nobody will ever set
#include <stdatomic.h>

static atomic_int flag;

int main(void) {
    while (!atomic_load(&flag)) //~ livelock
        ;
    return 0;
}

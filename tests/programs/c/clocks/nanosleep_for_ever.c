//@ verdict: error
//@ kind: livelock
//@ about: a sleep that is no time fails at once, again and again
#include <time.h>

int main(void) {
    struct timespec time = {0, 900000000};
    time.tv_nsec += 500000000;
    while (nanosleep(&time, &time) != 0) {
    }
    return 0;
}

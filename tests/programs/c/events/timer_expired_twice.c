//@ verdict: error
//@ kind: assertion
//@ line: 19
//@ exit: 134
//@ about: a timer that repeats may have expired several times before it is read
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec each = {{0, 1000000}, {0, 1000000}};
    uint64_t expired;
    timerfd_settime(timer, 0, &each, 0);
    usleep(100000);
    read(timer, &expired, sizeof expired);
    assert(expired == 1); //~ assertion
    return 0;
}

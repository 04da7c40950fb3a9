//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ exit: 134
//@ about: a timer that was set for an hour from now need not have expired when it is read without waiting
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    timerfd_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = 3600}, 0);
    assert(read(timer, &(uint64_t){0}, 8) == 8); //~ assertion
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 18
//@ exit: 134
//@ about: a timer may have expired when it is set again, and then nothing is left of its time
#define _GNU_SOURCE
#include <assert.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec soon = { .it_value.tv_nsec = 1000 }, old;
    timerfd_settime(timer, 0, &soon, 0);
    usleep(1000);
    timerfd_settime(timer, 0, &soon, &old);
    assert(old.it_value.tv_nsec > 0); //~ assertion
}

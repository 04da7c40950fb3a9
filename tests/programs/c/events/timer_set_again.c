//@ verdict: ok
//@ about: a timer that is set again, or asked, tells what is left of its time: some or, once it has expired, nothing
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec in = { .it_value.tv_sec = 3600 }, old = { { 1, 1 }, { 1, 1 } };
    assert(timerfd_settime(timer, 0, &in, &old) == 0);
    assert(old.it_value.tv_sec == 0 && old.it_value.tv_nsec == 0 && old.it_interval.tv_sec == 0);
    assert(timerfd_gettime(timer, &old) == 0);
    assert(old.it_value.tv_sec <= 3600 && old.it_interval.tv_nsec == 0);
    struct itimerspec off = { 0 };
    assert(timerfd_settime(timer, 0, &off, &old) == 0);
    assert(old.it_value.tv_sec <= 3600);
    assert(timerfd_gettime(timer, &old) == 0);
    assert(old.it_value.tv_sec == 0 && old.it_value.tv_nsec == 0);
    assert(timerfd_gettime(-1, &old) == -1 && errno == EBADF);
}

//@ verdict: ok
//@ about: when a timer has expired, the time that it was set for has passed
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

int main(void) {
    long long start = now();
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &(struct itimerspec){.it_value.tv_nsec = 900000000}, 0);
    assert(read(timer, &(uint64_t){0}, 8) == 8);
    assert(now() - start >= 900);
    return 0;
}

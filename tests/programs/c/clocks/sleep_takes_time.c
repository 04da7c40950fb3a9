//@ verdict: ok
//@ about: each way to sleep takes at least as long as it says, by each clock
#include <assert.h>
#include <stdlib.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static long long monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long of_day(void) {
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec * 1000000LL + now.tv_usec;
}

int main(void) {
    struct timespec fifth = {0, 200 * 1000 * 1000}, until;

    long long before = monotonic();
    nanosleep(&fifth, NULL);
    assert(monotonic() - before >= 200000000LL);

    before = of_day();
    usleep(300000);
    assert(of_day() - before >= 300000);

    time_t second = time(NULL);
    sleep(2);
    assert(time(NULL) - second >= 2);

    before = monotonic();
    clock_nanosleep(CLOCK_MONOTONIC, 0, &fifth, NULL);
    assert(monotonic() - before >= 200000000LL);

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 100;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    assert(monotonic() >= until.tv_sec * 1000000000LL + until.tv_nsec);

    before = monotonic();
    thrd_sleep(&fifth, NULL);
    assert(monotonic() - before >= 200000000LL);

    before = monotonic();
    for (int i = 0; i < 20; i++)
        usleep(10000);
    assert(monotonic() - before >= 200000000LL);
    return 0;
}

//@ verdict: ok
//@ about: nanosleep and clock_nanosleep refuse nanoseconds of a second or more
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void) {
    struct timespec time = {0, 1500000000};
    assert(nanosleep(&time, 0) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &time, 0) == EINVAL);
    time.tv_nsec = 5;
    time.tv_sec = -1;
    assert(nanosleep(&time, 0) == -1);
    time.tv_sec = 0;
    assert(nanosleep(&time, 0) == 0);
    return 0;
}

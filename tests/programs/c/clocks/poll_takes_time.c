//@ verdict: ok
//@ about: poll of no descriptors is a sleep
#include <assert.h>
#include <poll.h>
#include <time.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

int main(void) {
    long long start = now();
    poll(0, 0, 900);
    assert(now() - start >= 900);
    return 0;
}

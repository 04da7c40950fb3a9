//@ verdict: ok
//@ about: ten sleeps of 10 ms take less than the half second that ten sleeps of 50 ms take
#include <assert.h>
#include <time.h>

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(void) {
    struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    long before = milliseconds();
    for (int i = 0; i < 10; i++)
        nanosleep(&pause, 0);
    long took = milliseconds() - before;
    assert(took >= 100);
    assert(took < 500);
    return 0;
}

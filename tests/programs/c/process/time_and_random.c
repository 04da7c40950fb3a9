//@ verdict: ok
//@ about: time never goes back, rand stays in its range, srand repeats a sequence
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct timespec before, after, pause = {0, 1000};
    struct timeval wall;
    assert(clock_gettime(CLOCK_MONOTONIC, &before) == 0);
    nanosleep(&pause, NULL);
    usleep(1);
    sched_yield();
    assert(clock_gettime(CLOCK_MONOTONIC, &after) == 0);
    assert(after.tv_sec > before.tv_sec ||
           (after.tv_sec == before.tv_sec && after.tv_nsec >= before.tv_nsec));
    assert(gettimeofday(&wall, NULL) == 0);
    assert(wall.tv_usec >= 0 && wall.tv_usec < 1000000);
    time_t now = time(NULL);
    assert(now >= 0);
    srand(1);
    int first = rand();
    assert(first >= 0 && first <= RAND_MAX);
    srand(1);
    assert(rand() == first);
    return 0;
}

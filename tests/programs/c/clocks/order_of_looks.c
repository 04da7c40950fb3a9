//@ verdict: error
//@ kind: assertion
//@ line: 31
//@ about: the thread that was started last may look at the clock first
#include <assert.h>
#include <pthread.h>
#include <time.h>

static long first, second;

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void *one(void *unused) {
    first = now();
    return unused;
}

static void *two(void *unused) {
    second = now();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL), pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    assert(first < second); //~ assertion
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 34
//@ about: another thread may sleep between two looks at the clock
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long begin, end;

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void *sleeps(void *unused) {
    sleep(1);
    return unused;
}

static void *looks(void *unused) {
    begin = now();
    end = now();
    return unused;
}

int main(void) {
    pthread_t a, b;
    now();
    pthread_create(&a, NULL, sleeps, NULL), pthread_create(&b, NULL, looks, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    assert(end - begin < 1000); //~ assertion
    return 0;
}

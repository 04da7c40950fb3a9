//@ verdict: ok
//@ about: after a thousand looks at the clock time still passes, sleeps count and deadlines come
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *wait_for_deadline(void *arg) {
    long long end = now() + 1000000000LL;
    while (now() < end) {
    }
    return arg;
}

int main(void) {
    long long start = now(), last = start;
    for (int i = 0; i < 1000; i++) {
        long long t = now();
        assert(t > last);
        last = t;
    }
    sleep(1);
    assert(now() - last >= 1000000000LL);
    pthread_t a, b;
    pthread_create(&a, NULL, wait_for_deadline, NULL);
    pthread_create(&b, NULL, wait_for_deadline, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(now() >= start);
    return 0;
}

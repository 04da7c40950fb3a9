//@ verdict: ok
//@ about: nobody sees an earlier time than one that it was told, by join, lock or atomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long long noted;
static atomic_llong published;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void *worker(void *arg) {
    usleep(200000);
    now();
    pthread_mutex_lock(&lock);
    noted = now();
    pthread_mutex_unlock(&lock);
    atomic_store(&published, now());
    return arg;
}

int main(void) {
    pthread_t t;
    long long start = now();
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    long long seen = noted;
    pthread_mutex_unlock(&lock);
    assert(now() >= seen);
    seen = atomic_load(&published);
    assert(now() >= seen);
    pthread_join(t, NULL);
    long long end = now();
    assert(end >= noted && end >= atomic_load(&published));
    assert(end - start >= 200000000LL);
    return 0;
}

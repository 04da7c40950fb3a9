//@ verdict: ok
//@ about: attributes refuse values that do not exist and stay as they are; those of a mutex may go before it
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t lock;
    int type;
    assert(pthread_mutexattr_init(&attributes) == 0);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
    assert(pthread_mutexattr_settype(&attributes, -1) == EINVAL);
    assert(pthread_mutexattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&attributes, 9) == EINVAL);
    assert(pthread_mutexattr_gettype(&attributes, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutex_init(&lock, &attributes) == 0);
    assert(pthread_mutexattr_destroy(&attributes) == 0);
    assert(pthread_mutexattr_init(&attributes) == 0);
    pthread_mutex_lock(&lock);
    assert(pthread_mutex_lock(&lock) == 0);

    pthread_condattr_t clocks;
    pthread_condattr_init(&clocks);
    assert(pthread_condattr_setclock(&clocks, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setclock(&clocks, 77) == EINVAL);

    pthread_attr_t threads;
    pthread_attr_init(&threads);
    assert(pthread_attr_setdetachstate(&threads, 7) == EINVAL);
    assert(pthread_attr_destroy(&threads) == 0);

    mtx_t plain;
    assert(mtx_init(&plain, 77) == thrd_error);
    assert(mtx_init(&plain, mtx_plain) == thrd_success);
    return 0;
}

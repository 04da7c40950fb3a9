//@ verdict: ok
//@ about: an error-checking mutex answers EDEADLK and EPERM instead of failing
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *stranger(void *arg) {
    assert(pthread_mutex_unlock(&lock) == EPERM);
    return arg;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t t;
    int type = -1;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_gettype(&attr, &type);
    assert(type == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attr);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == EDEADLK);
    pthread_create(&t, NULL, stranger, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    return 0;
}

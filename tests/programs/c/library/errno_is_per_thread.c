//@ verdict: ok
//@ about: each thread has its own errno
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void *worker(void *arg) {
    errno = (int)(long)arg;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    assert(errno == (int)(long)arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)EINVAL);
    pthread_create(&b, NULL, worker, (void *)ENOMEM);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(strlen(strerror(EINVAL)) > 0);
    return 0;
}

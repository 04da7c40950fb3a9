//@ verdict: ok
//@ about: a barrier may be destroyed by whoever has passed it, and initialised again
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void) {
    for (int round = 0; round < 2; round++) {
        pthread_t t;
        assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
        assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
        pthread_create(&t, NULL, worker, NULL);
        pthread_barrier_wait(&barrier);
        assert(pthread_barrier_destroy(&barrier) == 0);
        pthread_join(t, NULL);
    }
    return 0;
}

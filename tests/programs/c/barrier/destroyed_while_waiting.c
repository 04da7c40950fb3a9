//@ verdict: error
//@ kind: lock-misuse
//@ about: a barrier is destroyed while a thread waits at it
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 1 + 1);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_destroy(&barrier); //~ lock-misuse
    return 0;
}

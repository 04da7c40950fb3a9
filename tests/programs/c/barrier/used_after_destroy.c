//@ verdict: error
//@ kind: lock-misuse
//@ line: 12
//@ about: a thread comes to a barrier that was destroyed
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier); //~ lock-misuse
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
    pthread_join(t, NULL);
    return 0;
}

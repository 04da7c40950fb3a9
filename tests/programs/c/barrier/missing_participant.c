//@ verdict: error
//@ kind: deadlock
//@ line: 11
//@ about: a barrier for three where only two arrive
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
    pthread_barrier_wait(&barrier); //~ deadlock
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_exit(NULL);
}

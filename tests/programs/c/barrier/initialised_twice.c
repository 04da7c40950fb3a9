//@ verdict: error
//@ kind: lock-misuse
//@ line: 12
//@ about: a barrier is initialised again without being destroyed
#define _GNU_SOURCE
#include <pthread.h>

int main(void) {
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_wait(&barrier);
    pthread_barrier_init(&barrier, NULL, 1); //~ lock-misuse
    pthread_barrier_wait(&barrier);
    return 0;
}

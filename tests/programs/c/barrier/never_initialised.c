//@ verdict: error
//@ kind: lock-misuse
//@ line: 11
//@ about: a barrier of zeros is no barrier
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void) {
    pthread_barrier_wait(&barrier); //~ lock-misuse
    return 0;
}

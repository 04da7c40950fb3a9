//@ verdict: error
//@ kind: data-race
//@ about: detached threads may still run when main reads
#include <assert.h>
#include <pthread.h>

int shared;

void *run(void *unused) {
    shared = 1;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    pthread_detach(one);
    return shared > 1;
}

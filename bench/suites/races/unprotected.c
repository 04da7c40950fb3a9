//@ verdict: error
//@ kind: data-race
//@ about: a counter without a lock
#include <assert.h>
#include <pthread.h>

int shared;

void *run(void *unused) {
    shared++;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    shared++;
    pthread_join(one, 0);
}

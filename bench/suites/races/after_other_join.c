//@ verdict: error
//@ kind: data-race
//@ about: main accesses the variable after the join of another thread
#include <assert.h>
#include <pthread.h>

int shared;

void *run(void *unused) {
    shared++;
    return 0;
}

void *nothing(void *unused) { return 0; }

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, run, 0);
    pthread_create(&two, 0, nothing, 0);
    pthread_join(two, 0);
    shared++;
    pthread_join(one, 0);
}

//@ verdict: ok
//@ about: main accesses the variable after the join only
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
    pthread_join(one, 0);
    shared++;
}

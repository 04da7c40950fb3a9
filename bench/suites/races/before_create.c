//@ verdict: ok
//@ about: main accesses the variable before the thread starts only
#include <assert.h>
#include <pthread.h>

int shared;

void *run(void *unused) {
    shared++;
    return 0;
}

int main(void) {
    pthread_t one;
    shared++;
    pthread_create(&one, 0, run, 0);

    pthread_join(one, 0);
}

//@ verdict: error
//@ kind: data-race
//@ about: the result of trylock decides only about the unlock
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *run(void *unused) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    int taken = pthread_mutex_trylock(&lock) == 0;
    shared++;
    if (taken) pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
}

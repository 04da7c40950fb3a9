//@ verdict: error
//@ kind: lock-misuse
//@ about: a plain mutex is locked twice by one thread
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *run(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    shared++;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);

    pthread_join(one, 0);
}

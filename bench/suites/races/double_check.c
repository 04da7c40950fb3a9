//@ verdict: error
//@ kind: data-race
//@ about: a double check without atomics
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *run(void *unused) {
    if (shared == 0) {
        pthread_mutex_lock(&lock);
        if (shared == 0) shared = 1;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    if (shared == 0) {
        pthread_mutex_lock(&lock);
        if (shared == 0) shared = 1;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(one, 0);
}

//@ verdict: error
//@ kind: deadlock
//@ line: 21
//@ about: a recursive mutex locked twice and unlocked once stays taken
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *careless(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, careless, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return 0;
}

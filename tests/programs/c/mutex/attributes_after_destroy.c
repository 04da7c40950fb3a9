//@ verdict: error
//@ kind: lock-misuse
//@ line: 14
//@ about: a mutex is initialised with attributes that were destroyed
#define _GNU_SOURCE
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t lock;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_destroy(&attributes);
    pthread_mutex_init(&lock, &attributes); //~ lock-misuse
    return 0;
}

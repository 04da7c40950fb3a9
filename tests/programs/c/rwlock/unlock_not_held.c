//@ verdict: error
//@ kind: lock-misuse
//@ line: 13
//@ about: a read-write lock that nobody holds is unlocked
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock); //~ lock-misuse
    return 0;
}

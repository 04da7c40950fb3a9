//@ verdict: error
//@ kind: deadlock
//@ exit: never
//@ about: a read-write lock that a thread holds when it ends is not free for the thread that comes after it
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *locks(void *argument) {
    pthread_rwlock_wrlock(&lock);
    return argument;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, locks, 0);
    pthread_join(one, 0);
    pthread_create(&one, 0, locks, 0);
    // The second thread waits for the first one, which is gone.
    pthread_join(one, 0);
    return 0;
}

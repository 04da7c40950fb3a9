//@ verdict: error
//@ kind: deadlock
//@ exit: never
//@ about: a recursive mutex that a thread holds when it ends is not free for the thread that comes after it
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *locks(void *argument) {
    pthread_mutex_lock(&lock);
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

//@ verdict: error
//@ kind: lock-misuse
//@ line: 15
//@ about: a mutex that a thread holds when it ends is unlocked by the thread that comes after it
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *argument) {
    pthread_mutex_lock(&lock);
    return argument;
}

static void *unlocks(void *argument) {
    pthread_mutex_unlock(&lock); //~ lock-misuse
    return argument;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, locks, 0);
    pthread_join(one, 0);
    pthread_create(&one, 0, unlocks, 0);
    pthread_join(one, 0);
    return 0;
}

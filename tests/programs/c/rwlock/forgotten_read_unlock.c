//@ verdict: error
//@ kind: deadlock
//@ line: 19
//@ about: a reader that never leaves keeps the writer out
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_wrlock(&lock); //~ deadlock
    pthread_rwlock_unlock(&lock);
    return 0;
}

//@ verdict: error
//@ kind: lock-misuse
//@ line: 10
//@ about: a read-write lock is locked after it was destroyed
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *arg) {
    pthread_rwlock_rdlock(&lock); //~ lock-misuse
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (pthread_rwlock_trywrlock(&lock) != 0)
        ;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: ok
//@ about: written under the write lock, read under the read lock
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int shared, seen;

void *run(void *unused) {
    pthread_rwlock_wrlock(&lock);
    shared++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    pthread_rwlock_rdlock(&lock);
    seen = shared;
    pthread_rwlock_unlock(&lock);
    pthread_join(one, 0);
}

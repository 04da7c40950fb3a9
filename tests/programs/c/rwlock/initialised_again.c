//@ verdict: ok
//@ about: a destroyed read-write lock may be initialised again
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_rwlock_t lock;
    for (int round = 0; round < 2; round++) {
        assert(pthread_rwlock_init(&lock, NULL) == 0);
        assert(pthread_rwlock_wrlock(&lock) == 0);
        assert(pthread_rwlock_unlock(&lock) == 0);
        assert(pthread_rwlock_destroy(&lock) == 0);
    }
    return 0;
}

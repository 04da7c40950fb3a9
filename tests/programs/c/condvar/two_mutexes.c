//@ verdict: error
//@ kind: lock-misuse
//@ line: 17
//@ about: threads that wait at one condition variable name the same mutex; with two it is undefined
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *sleeper(void *argument) {
    pthread_mutex_t *mutex = argument;
    pthread_mutex_lock(mutex);
    while (!__atomic_load_n(&is_ready, __ATOMIC_SEQ_CST)) {
        struct timespec limit = {1, 0};
        // Time passes, so that no wake-up is lost for good.
        pthread_cond_timedwait(&condition, mutex, &limit);
    }
    pthread_mutex_unlock(mutex);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, sleeper, &first);
    pthread_create(&other, 0, sleeper, &second);
    __atomic_store_n(&is_ready, 1, __ATOMIC_SEQ_CST);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}

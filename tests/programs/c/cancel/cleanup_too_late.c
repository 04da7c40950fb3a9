//@ verdict: error
//@ kind: deadlock
//@ line: 28
//@ about: a thread that may be cancelled between its lock and pthread_cleanup_push never unlocks
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *mutex) {
    pthread_mutex_unlock(mutex);
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_testcancel();
    pthread_cleanup_push(unlock, &lock);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    // Only one of the two places where it may be cancelled lets go of the lock.
    pthread_mutex_lock(&lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return 0;
}

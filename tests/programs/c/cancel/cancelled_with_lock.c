//@ verdict: error
//@ kind: deadlock
//@ line: 21
//@ about: a thread that is cancelled inside its critical section never unlocks
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_testcancel();
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return 0;
}

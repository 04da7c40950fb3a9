//@ verdict: ok
//@ about: a condition variable may be destroyed as soon as all who wait were woken, and made again
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, ready;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    waiting = 1;
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    int was_waiting = waiting;
    ready = 1;
    if (was_waiting) {
        pthread_cond_broadcast(&changed);
        pthread_cond_destroy(&changed);
        pthread_cond_init(&changed, NULL);
        pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return pthread_cond_destroy(&changed);
}

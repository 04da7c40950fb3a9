//@ verdict: error
//@ kind: livelock
//@ about: a wait whose limit is no time fails at once, with the mutex held, again and again
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    struct timespec limit = {1700000001, 900000000};
    limit.tv_nsec += 500000000;
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_timedwait(&condition, &mutex, &limit);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}

//@ verdict: error
//@ kind: livelock
//@ line: 14
//@ about: each wait times out, and the next one begins: nobody sets what it waits for
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *consumer(void *arg) {
    struct timespec limit = {1, 0};
    pthread_mutex_lock(&lock);
    while (!ready) pthread_cond_timedwait(&changed, &lock, &limit); //~ livelock
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, consumer, NULL);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: livelock
//@ line: 28
//@ args: --spurious-wakeups
//@ about: main polls for what the sleeping thread would do, which only a spurious wake-up could wake
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, done;

static void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    if (!ready)
        pthread_cond_wait(&changed, &lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    int seen = 0;
    pthread_create(&t, NULL, consumer, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    while (!seen) {
        pthread_mutex_unlock(&lock); pthread_mutex_lock(&lock); //~ livelock
        seen = done;
    }
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

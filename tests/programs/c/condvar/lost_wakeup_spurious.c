//@ verdict: error
//@ kind: deadlock
//@ line: 14
//@ args: --spurious-wakeups
//@ about: nobody signals; a spurious wake-up may come, but need not
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    while (!ready) pthread_cond_wait(&changed, &lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, consumer, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

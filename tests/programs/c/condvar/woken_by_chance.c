//@ verdict: error
//@ kind: deadlock
//@ line: 15
//@ args: --spurious-wakeups
//@ about: only a spurious wake-up could end the wait, and the program with it
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    if (!ready)
        pthread_cond_wait(&changed, &lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, consumer, NULL);
    pthread_join(t, NULL);
    return 0;
}

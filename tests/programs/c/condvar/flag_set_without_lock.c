//@ verdict: error
//@ kind: deadlock
//@ line: 15
//@ about: the flag changes between the waiter's test and its wait because the notifier does not lock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int flag;

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    while (!atomic_load(&flag))
        pthread_cond_wait(&ready, &lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    atomic_store(&flag, 1);
    pthread_cond_signal(&ready);
    pthread_exit(NULL);
}

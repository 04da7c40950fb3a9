//@ verdict: error
//@ kind: deadlock
//@ line: 14
//@ about: two threads wait for one event, and only one is woken
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open_gate;

static void *visitor(void *arg) {
    pthread_mutex_lock(&lock);
    while (!open_gate)
        pthread_cond_wait(&opened, &lock); //~ deadlock
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, visitor, NULL);
    pthread_create(&t, NULL, visitor, NULL);
    pthread_mutex_lock(&lock);
    open_gate = 1;
    pthread_cond_signal(&opened);
    pthread_mutex_unlock(&lock);
    pthread_exit(NULL);
}

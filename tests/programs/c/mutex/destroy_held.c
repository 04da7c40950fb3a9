//@ verdict: error
//@ kind: lock-misuse
//@ line: 20
//@ about: a mutex is destroyed while it is held and another thread waits for it
#include <pthread.h>

static pthread_mutex_t lock;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_destroy(&lock); //~ lock-misuse
    return 0;
}

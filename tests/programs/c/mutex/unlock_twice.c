//@ verdict: error
//@ kind: lock-misuse
//@ line: 15
//@ about: a mutex is unlocked twice: at best it is free by then, at worst it belongs to another thread
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    if (arg)
        pthread_mutex_unlock(&lock); //~ lock-misuse
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, &value);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

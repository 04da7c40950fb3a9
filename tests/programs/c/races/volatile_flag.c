//@ verdict: error
//@ kind: data-race
//@ about: volatile does not synchronise
#include <pthread.h>

static volatile int stop;

static void *worker(void *arg) {
    while (!stop)
        ;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    stop = 1;
    pthread_join(t, NULL);
    return 0;
}

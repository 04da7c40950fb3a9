//@ verdict: error
//@ kind: data-race
//@ about: printf's argument is read without the lock
#include <pthread.h>
#include <stdio.h>

static int progress;

static void *worker(void *arg) {
    progress = 50;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    printf("%d %%\n", progress);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: data-race
//@ line: 11
//@ args: --races error
//@ about: with --races error the race is reported although no schedule fails otherwise
#include <pthread.h>

static int state;

static void *worker(void *arg) {
    state = 1; //~ data-race
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

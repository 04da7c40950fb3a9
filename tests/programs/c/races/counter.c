//@ verdict: error
//@ kind: data-race
//@ line: 10
//@ about: an unlocked counter that nobody asserts anything about
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
    counter++; //~ data-race
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

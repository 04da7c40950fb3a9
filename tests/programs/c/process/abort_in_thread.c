//@ verdict: error
//@ kind: abort
//@ line: 13
//@ about: the second of two threads calls abort
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int arrived;

static void *worker(void *arg) {
    if (atomic_fetch_add(&arrived, 1) == 1)
        abort(); //~ abort
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

//@ verdict: error
//@ kind: assertion
//@ line: 23
//@ about: an atomic load and an atomic store are not one atomic increment
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
    int seen = atomic_load(&counter);
    atomic_store(&counter, seen + 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&counter) == 2); //~ assertion
    return 0;
}

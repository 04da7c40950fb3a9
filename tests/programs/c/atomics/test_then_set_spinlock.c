//@ verdict: error
//@ kind: assertion
//@ line: 17
//@ about: testing and setting in two steps is no lock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool taken;
static atomic_int inside;

static void *worker(void *arg) {
    while (atomic_load(&taken))
        ;
    atomic_store(&taken, 1);
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0); //~ assertion
    atomic_fetch_sub(&inside, 1);
    atomic_store(&taken, 0);
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

//@ verdict: error
//@ kind: assertion
//@ line: 15
//@ about: a hand-made once announces the table before it has filled it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int claimed;
static atomic_int table;

static void *worker(void *arg) {
    if (atomic_exchange(&claimed, 1) == 0)
        atomic_store(&table, 42);
    assert(atomic_load(&table) == 42); //~ assertion
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

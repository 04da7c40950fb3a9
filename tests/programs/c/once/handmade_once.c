//@ verdict: error
//@ kind: assertion
//@ line: 26
//@ about: a hand-made once: two threads pass the test before one of them sets the flag
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int initialised;
static atomic_int calls;

static void *worker(void *arg) {
    if (!atomic_load(&initialised)) {
        atomic_store(&initialised, 1);
        atomic_fetch_add(&calls, 1);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&calls) == 1); //~ assertion
    return 0;
}

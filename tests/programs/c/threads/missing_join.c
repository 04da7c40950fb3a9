//@ verdict: error
//@ kind: assertion
//@ line: 20
//@ about: main looks at the result before the worker has surely finished
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int result;

static void *worker(void *arg) {
    (void)arg;
    atomic_store(&result, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(t, NULL);
    return 0;
}

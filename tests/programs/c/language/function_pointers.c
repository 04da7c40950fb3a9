//@ verdict: error
//@ kind: assertion
//@ line: 24
//@ about: a function pointer that another thread may replace between test and call
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int safe(void) { return 1; }
static int unsafe(void) { return 0; }

static _Atomic(int (*)(void)) operation = safe;

static void *replacer(void *arg) {
    atomic_store(&operation, unsafe);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, replacer, NULL);
    if (atomic_load(&operation) == safe) {
        int (*chosen)(void) = atomic_load(&operation);
        assert(chosen() == 1); //~ assertion
    }
    pthread_join(t, NULL);
    return 0;
}

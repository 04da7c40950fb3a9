//@ verdict: error
//@ kind: assertion
//@ line: 23
//@ about: a wide choice and a schedule are needed together
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int limit;

static void *worker(void *arg) {
    atomic_store(&limit, 100);
    return arg;
}

int main(void) {
    pthread_t t;
    int input = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, worker, NULL);
    if (input == 100)
        assert(atomic_load(&limit) < input); //~ assertion
    pthread_join(t, NULL);
    return 0;
}

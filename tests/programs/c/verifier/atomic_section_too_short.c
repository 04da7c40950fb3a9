//@ verdict: error
//@ kind: assertion
//@ line: 29
//@ about: the atomic section covers the write but not the read
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int counter;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    int copy = counter;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    counter = copy + 1;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); //~ assertion
    return 0;
}

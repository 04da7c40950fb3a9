//@ verdict: error
//@ kind: assertion
//@ line: 20
//@ about: the same lock in functions of ordinary names is no lock
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int lock, inside;

static void acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void *worker(void *arg) {
    acquire();
    inside++;
    assert(inside == 1); //~ assertion
    inside--;
    lock = 0;
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

//@ verdict: ok
//@ about: a function whose name starts with __VERIFIER_atomic_ is one step
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int lock, inside;

static void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void __VERIFIER_atomic_release(void) {
    assert(lock == 1);
    lock = 0;
}

static void *worker(void *arg) {
    __VERIFIER_atomic_acquire();
    inside++;
    assert(inside == 1);
    inside--;
    __VERIFIER_atomic_release();
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

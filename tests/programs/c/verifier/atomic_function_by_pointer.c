//@ verdict: error
//@ kind: assertion
//@ about: an atomic function that is called through a pointer is entered like any other
#include <pthread.h>

void reach_error(void);

static int x;

void __VERIFIER_atomic_set(void) { x = 1; }

static void (*volatile set)(void) = __VERIFIER_atomic_set;

static void *writer(void *arg) {
    set();
    return arg;
}

int __VERIFIER_atomic_get(void) { return x; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (__VERIFIER_atomic_get() == 0)
        reach_error();
    pthread_join(t, NULL);
    return 0;
}

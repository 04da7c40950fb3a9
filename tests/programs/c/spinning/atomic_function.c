//@ verdict: ok
//@ about: a loop that waits in an atomic function lets the others run
#include <pthread.h>

static int ready;

void __VERIFIER_atomic_set(void) { ready = 1; }

int __VERIFIER_atomic_get(void) { return ready; }

static void *setter(void *arg) {
    __VERIFIER_atomic_set();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!__VERIFIER_atomic_get()) {
    }
    pthread_join(t, NULL);
    return 0;
}

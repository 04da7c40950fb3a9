//@ verdict: error
//@ kind: assertion
//@ about: others may run before an atomic function is entered
#include <pthread.h>

void reach_error(void);

static int x;

void __VERIFIER_atomic_set(void) { x = 1; }

static void *writer(void *arg) {
    __VERIFIER_atomic_set();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (x == 0)
        reach_error();
    pthread_join(t, NULL);
    return 0;
}

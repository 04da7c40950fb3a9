//@ verdict: error
//@ kind: assertion
//@ about: others may run before a thread whose first function is an atomic one
#include <pthread.h>

void reach_error(void);

static int x;

void *__VERIFIER_atomic_start(void *arg) {
    x++;
    x++;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, __VERIFIER_atomic_start, NULL);
    if (x == 0)
        reach_error();
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: ok
//@ about: where an assumption fails there is no execution, so nobody spins for ever
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int flag, wanted;

static void *setter(void *arg) {
    __VERIFIER_assume(atomic_load(&wanted) == 1);
    atomic_store(&flag, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!atomic_load(&flag))
        ;
    pthread_join(t, NULL);
    return 0;
}

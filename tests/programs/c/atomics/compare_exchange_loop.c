//@ verdict: ok
//@ about: a compare-and-exchange loop retries until it wins
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned value = 1;

static void *doubles(void *arg) {
    unsigned seen = atomic_load(&value);
    while (!atomic_compare_exchange_weak(&value, &seen, seen * 2))
        ;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, doubles, NULL);
    pthread_create(&b, NULL, doubles, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&value) == 4);
    return 0;
}

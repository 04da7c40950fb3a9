//@ verdict: error
//@ kind: assertion
//@ line: 23
//@ about: a compare-and-exchange whose failure nobody looks at
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned value = 1;

static void *doubles(void *arg) {
    unsigned seen = atomic_load(&value);
    atomic_compare_exchange_strong(&value, &seen, seen * 2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, doubles, NULL);
    pthread_create(&b, NULL, doubles, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&value) == 4); //~ assertion
    return 0;
}

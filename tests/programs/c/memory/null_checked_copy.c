//@ verdict: ok
//@ about: checking and using one copy of the shared pointer is safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 3;
static _Atomic(int *) shared = &value;

static void *clearer(void *arg) {
    atomic_store(&shared, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, clearer, NULL);
    int *copy = atomic_load(&shared);
    if (copy != NULL)
        assert(*copy == 3);
    pthread_join(t, NULL);
    return 0;
}

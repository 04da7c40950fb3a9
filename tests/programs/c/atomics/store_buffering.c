//@ verdict: ok
//@ about: with sequentially consistent atomics at least one thread sees the other's store
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_by_a, seen_by_b;

static void *a(void *arg) {
    atomic_store(&x, 1);
    seen_by_a = atomic_load(&y);
    return arg;
}

static void *b(void *arg) {
    atomic_store(&y, 1);
    seen_by_b = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t ta, tb;
    pthread_create(&ta, NULL, a, NULL);
    pthread_create(&tb, NULL, b, NULL);
    pthread_join(ta, NULL);
    pthread_join(tb, NULL);
    assert(seen_by_a || seen_by_b);
    return 0;
}

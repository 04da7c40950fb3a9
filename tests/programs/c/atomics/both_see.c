//@ verdict: error
//@ kind: assertion
//@ line: 30
//@ about: both threads can see the other's store, whatever the author believed
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
    assert(seen_by_a != seen_by_b); //~ assertion
    return 0;
}

//@ verdict: error
//@ kind: data-race
//@ args: --memory auto
//@ about: the first order of a compare-exchange that fails does not count
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int payload;
atomic_int ready;

static void *producer(void *unused) {
    payload = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&ready, &expected, 2, memory_order_acq_rel, memory_order_relaxed))
        assert(payload == 42);
    pthread_join(thread, 0);
}

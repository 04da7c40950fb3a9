//@ verdict: ok
//@ args: --memory c11
//@ about: a compare-exchange that fails acquires by its second order
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
    if (!atomic_compare_exchange_strong_explicit(&ready, &expected, 2, memory_order_acquire, memory_order_acquire))
        assert(payload == 42);
    pthread_join(thread, 0);
}

//@ verdict: ok
//@ args: --memory c11
//@ about: a flag that is waited for with acquire
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

static void *producer(void *unused) {
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
    pthread_join(thread, 0);
}

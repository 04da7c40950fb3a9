//@ verdict: error
//@ kind: assertion
//@ line: 23
//@ args: --memory auto
//@ about: behind a relaxed flag the old value of an atomic can be read
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

static void *producer(void *unused) {
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        ;
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 42); //~ assertion
    pthread_join(thread, 0);
}

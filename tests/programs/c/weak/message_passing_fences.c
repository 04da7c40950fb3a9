//@ verdict: ok
//@ args: --memory c11
//@ about: fences on both sides of a relaxed flag
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int payload;
atomic_int ready;

static void *producer(void *unused) {
    payload = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        assert(payload == 42);
    }
    pthread_join(thread, 0);
}

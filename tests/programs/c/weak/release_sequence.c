//@ verdict: ok
//@ args: --memory c11
//@ about: an update hands on what a release store has published
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int payload;
atomic_int state;

static void *producer(void *unused) {
    payload = 42;
    atomic_store_explicit(&state, 1, memory_order_release);
    atomic_fetch_add_explicit(&state, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    if (atomic_load_explicit(&state, memory_order_acquire) == 2)
        assert(payload == 42);
    pthread_join(thread, 0);
}

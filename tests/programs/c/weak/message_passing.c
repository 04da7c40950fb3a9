//@ verdict: ok
//@ args: --memory c11
//@ about: a payload behind a release store that an acquire load reads
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
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        assert(payload == 42);
    }
    pthread_join(thread, 0);
}

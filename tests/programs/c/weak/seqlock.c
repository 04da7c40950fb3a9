//@ verdict: ok
//@ args: --memory c11
//@ about: a sequence lock with its two fences
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sequence, left, right;

static void *writer(void *unused) {
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&left, 1, memory_order_relaxed);
    atomic_store_explicit(&right, 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int before = atomic_load_explicit(&sequence, memory_order_acquire);
    int one = atomic_load_explicit(&left, memory_order_relaxed);
    int two = atomic_load_explicit(&right, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    int after = atomic_load_explicit(&sequence, memory_order_relaxed);
    if (before == after && before % 2 == 0)
        assert(one == two);
    pthread_join(thread, 0);
}

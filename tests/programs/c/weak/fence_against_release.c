//@ verdict: error
//@ kind: data-race
//@ args: --memory auto
//@ about: the fence does not order a release store of the other side before its load
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int first, second;
int shared;

static void *other(void *unused) {
    atomic_store_explicit(&second, 1, memory_order_release);
    if (!atomic_load(&first))
        shared = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&second, memory_order_relaxed))
        shared = 1;
    pthread_join(thread, 0);
}

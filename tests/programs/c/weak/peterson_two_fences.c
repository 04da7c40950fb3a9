//@ verdict: ok
//@ args: --memory c11
//@ about: seq_cst fences behind both stores
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int counter;

static void work(int me) {
    atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&wants[1 - me], memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_acquire) == 1 - me)
        ;
    counter++;
    atomic_store_explicit(&wants[me], 0, memory_order_release);
}

static void *other(void *unused) {
    work(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    work(0);
    pthread_join(thread, 0);
    assert(counter == 2);
}

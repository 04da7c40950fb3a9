//@ verdict: ok
//@ args: --memory c11 --history 8
//@ about: a thread that spins may read each older value, and knows them afterwards: what it reads next is no older
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int value, done;

static void *write_values(void *unused) {
    for (int next = 1; next <= 6; next++)
        atomic_store_explicit(&value, next, memory_order_relaxed);
    atomic_store_explicit(&done, 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, write_values, 0);
    while (atomic_load_explicit(&value, memory_order_relaxed) < 3)
        ;
    assert(atomic_load_explicit(&value, memory_order_relaxed) >= 3);
    while (!atomic_load_explicit(&done, memory_order_acquire))
        ;
    assert(atomic_load_explicit(&value, memory_order_relaxed) == 6);
    pthread_join(thread, 0);
}

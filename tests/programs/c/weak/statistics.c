//@ verdict: ok
//@ args: --memory c11
//@ about: relaxed counters need no order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int hits;

static void *work(void *unused) {
    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    work(0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(atomic_load_explicit(&hits, memory_order_relaxed) == 6);
}

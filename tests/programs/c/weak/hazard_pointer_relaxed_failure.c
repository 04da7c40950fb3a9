//@ verdict: error
//@ kind: use-after-free
//@ args: --memory auto
//@ about: a compare-exchange that fails relaxed has not seen the announcement, as in arc-swap before 1.9
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) current, announced;

static void *reader(void *unused) {
    int *block = atomic_load_explicit(&current, memory_order_relaxed);
    atomic_exchange(&announced, block);
    if (atomic_load(&current) == block)
        assert(*block == 42);
    int *expected = block;
    atomic_compare_exchange_strong_explicit(&announced, &expected, 0, memory_order_release, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    *old = *new = 42;
    atomic_store(&current, old);
    pthread_create(&thread, 0, reader, 0);
    atomic_exchange(&current, new);
    int *expected = old;
    int is_used = atomic_compare_exchange_strong_explicit(&announced, &expected, 0, memory_order_release, memory_order_relaxed);
    if (!is_used)
        free(old);
    pthread_join(thread, 0);
}

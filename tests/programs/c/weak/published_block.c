//@ verdict: ok
//@ args: --memory c11
//@ about: a block that is filled before its pointer is released
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) published;

static void *reader(void *unused) {
    int *block = atomic_load_explicit(&published, memory_order_acquire);
    if (block)
        assert(*block == 42);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    int *block = malloc(sizeof *block);
    *block = 42;
    atomic_store_explicit(&published, block, memory_order_release);
    pthread_join(thread, 0);
    free(block);
}

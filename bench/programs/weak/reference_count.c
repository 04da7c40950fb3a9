/* Owners read what they share, and the last one frees it. -DRELAXED: counted relaxed. */
#include "memory.h"
#include <stdlib.h>

struct shared {
    atomic_int count;
    int value;
};

struct shared *shared;

static void work(int me) {
    (void)me;
    assert(shared->value == 7);
#ifdef RELAXED
    if (atomic_fetch_sub_explicit(&shared->count, 1, memory_order_relaxed) == 1)
        free(shared);
#else
    if (atomic_fetch_sub_explicit(&shared->count, 1, memory_order_release) == 1) {
        fence(acquire);
        free(shared);
    }
#endif
}

int main(void) {
    shared = malloc(sizeof *shared);
    atomic_init(&shared->count, THREADS);
    shared->value = 7;
    run();
}

/* A ticket lock. -DRELAXED: the next one is served relaxed. */
#include "memory.h"

atomic_int next, serving;
int counter;

static void work(int me) {
    (void)me;
    int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (load(serving, acquire) != ticket)
        ;
    counter++;
#ifdef RELAXED
    store(serving, ticket + 1, relaxed);
#else
    store(serving, ticket + 1, release);
#endif
}

int main(void) {
    run();
    assert(counter == THREADS);
}

/* A spin lock by exchange. -DRELAXED: given back relaxed. -DSTATISTICS: with a relaxed counter beside it. */
#include "memory.h"

atomic_int taken, hits;
int counter;

static void work(int me) {
    (void)me;
    for (int round = 0; round < ROUNDS; round++) {
        while (atomic_exchange_explicit(&taken, 1, memory_order_acquire))
            ;
        counter++;
#ifdef RELAXED
        store(taken, 0, relaxed);
#else
        store(taken, 0, release);
#endif
#ifdef STATISTICS
        atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
#endif
    }
}

int main(void) {
    run();
    assert(counter == THREADS * ROUNDS);
}

/* A relaxed counter. */
#include "memory.h"

atomic_int hits;

static void work(int me) {
    (void)me;
    for (int round = 0; round < ROUNDS; round++)
        atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
}

int main(void) {
    run();
    assert(load(hits, relaxed) == THREADS * ROUNDS);
}

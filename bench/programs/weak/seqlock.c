/* A sequence lock. -DNO_FENCES: without its fences. */
#include "memory.h"

atomic_int sequence, left, right;

static void work(int me) {
    for (int round = 1; round <= ROUNDS; round++) {
        if (me == 0) {
            store(sequence, 2 * round - 1, relaxed);
#ifndef NO_FENCES
            fence(release);
#endif
            store(left, round, relaxed);
            store(right, round, relaxed);
            store(sequence, 2 * round, release);
        } else {
            int before = load(sequence, acquire);
            int one = load(left, relaxed);
            int two = load(right, relaxed);
#ifndef NO_FENCES
            fence(acquire);
#endif
            int after = load(sequence, relaxed);
            if (before == after && before % 2 == 0)
                assert(one == two);
        }
    }
}

int main(void) { run(); }

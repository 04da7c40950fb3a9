/* A relaxed stream of values is read in its order. */
#include "memory.h"

atomic_int value;

static void work(int me) {
    int last = 0;
    for (int round = 1; round <= ROUNDS; round++) {
        if (me == 0) {
            store(value, round, relaxed);
        } else {
            int next = load(value, relaxed);
            assert(next >= last);
            last = next;
        }
    }
}

int main(void) { run(); }

/* Two threads take turns with a plain variable. -DRELAXED: the turn tells nothing. */
#include "memory.h"

#ifdef RELAXED
#define TAKE relaxed
#define GIVE relaxed
#else
#define TAKE acquire
#define GIVE release
#endif
#define load_as(x, order) load(x, order)
#define store_as(x, value, order) store(x, value, order)

atomic_int turn;
int data;

static void work(int me) {
    for (int round = 0; round < ROUNDS; round++) {
        while (load_as(turn, TAKE) != me)
            ;
        data++;
        store_as(turn, 1 - me, GIVE);
    }
}

int main(void) {
    run();
    assert(data == 2 * ROUNDS);
}

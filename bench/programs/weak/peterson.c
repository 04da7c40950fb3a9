/* Peterson's lock. -DACQUIRE_RELEASE, -DONE_FENCE: wrong; -DTWO_FENCES, none of these (seq_cst): right. */
#include "memory.h"

#if defined ACQUIRE_RELEASE
#define SET release
#define GET acquire
#define LEAVE release
#elif defined ONE_FENCE || defined TWO_FENCES
#define SET relaxed
#define GET acquire
#define LEAVE release
#else
#define SET seq_cst
#define GET seq_cst
#define LEAVE seq_cst
#endif
#define load_as(x, order) load(x, order)
#define store_as(x, value, order) store(x, value, order)

atomic_int wants[2], turn;
int counter;

static void work(int me) {
    for (int round = 0; round < ROUNDS; round++) {
        store_as(wants[me], 1, SET);
#ifdef TWO_FENCES
        fence(seq_cst);
#endif
        store_as(turn, 1 - me, SET);
#if defined ONE_FENCE || defined TWO_FENCES
        fence(seq_cst);
#endif
        while (load_as(wants[1 - me], GET) && load_as(turn, GET) == 1 - me)
            ;
        counter++;
        store_as(wants[me], 0, LEAVE);
    }
}

int main(void) {
    run();
    assert(counter == 2 * ROUNDS);
}

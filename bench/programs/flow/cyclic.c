/* Milner's cyclic scheduler: N cells in a ring start N jobs in turn, always in the order of the
 * ring, and a cell starts its job again only after the job has finished. */
#ifndef N
#define N 5
#endif
#include "slot.h"

#ifndef ROUNDS
#define ROUNDS 2
#endif

/* Full where it is the cell's turn to start its job. */
static struct slot turn[N + 1] = {EACH(EMPTY_AT)};
/* A cell asks its job to run, and the job says that it is done. */
static struct slot run[N + 1] = {EACH(EMPTY_AT)};
static struct slot done[N + 1] = {EACH(EMPTY_AT)};

static void *cell(void *argument) {
    long me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        take(&turn[me]);
        th_mark("start");
        put(&run[me]);
        put(&turn[me % N + 1]);
        take(&done[me]);
    }
    return NULL;
}

static void *job(void *argument) {
    long me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        take(&run[me]);
        th_mark("work");
        put(&done[me]);
    }
    return NULL;
}

int main(void) {
    pthread_t cells[N + 1], jobs[N + 1];
#define START(i)                                                                                   \
    pthread_create(&cells[i], NULL, cell, (void *)i);                                              \
    pthread_create(&jobs[i], NULL, job, (void *)i);
    EACH(START)
    put(&turn[1]);
#define JOIN(i)                                                                                    \
    pthread_join(cells[i], NULL);                                                                  \
    pthread_join(jobs[i], NULL);
    EACH(JOIN)
    return 0;
}

/* Peterson's n-way tie breaker: to enter, a process climbs the levels 1 to N - 1, and on each it
 * waits while it was the last one to come there and another one is there or above. */
#ifndef N
#define N 3
#endif
#include "slot.h"

#include <sched.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

/* reached[l][p]: process p is on level l or above. last[l]: who came there last. */
static atomic_int reached[N][N + 1];
static atomic_int last[N];

/* Whether another process is on the level or above. */
static int rivals(int level, long me) {
#define RIVAL(i)                                                                                   \
    if (me != i && reached[level][i])                                                              \
        return 1;
    EACH(RIVAL)
    return 0;
}

static void climb(int level, long me) {
    reached[level][me] = 1;
    last[level] = me;
    while (rivals(level, me) && last[level] == me)
        sched_yield();
}

static void *process(void *argument) {
    long me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        climb(1, me);
#if N > 2
        climb(2, me);
#endif
#if N > 3
        climb(3, me);
#endif
#if N > 4
        climb(4, me);
#endif
        th_mark("enter");
        th_mark("leave");
#if N > 4
        reached[4][me] = 0;
#endif
#if N > 3
        reached[3][me] = 0;
#endif
#if N > 2
        reached[2][me] = 0;
#endif
        reached[1][me] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t processes[N + 1];
#define START(i) pthread_create(&processes[i], NULL, process, (void *)i);
    EACH(START)
#define JOIN(i) pthread_join(processes[i], NULL);
    EACH(JOIN)
    return 0;
}

/* The cigarette smokers, in Parnas's way: an agent lays two of three ingredients on the table, and
 * three pushers, one for each ingredient, find out together which smoker has the third. */
#include "slot.h"

#ifndef ROUNDS
#define ROUNDS 3
#endif

enum { TOBACCO = 1, PAPER, MATCHES };

/* What the agent lays on the table, for the pusher of that ingredient. */
static struct slot laid[4] = {[TOBACCO] = EMPTY, [PAPER] = EMPTY, [MATCHES] = EMPTY};
/* The word for the smoker who has the ingredient that is missing. */
static struct slot turn[4] = {[TOBACCO] = EMPTY, [PAPER] = EMPTY, [MATCHES] = EMPTY};
/* A smoker has rolled the cigarette: the table is free. */
static struct slot table = EMPTY;

/* What pushers have seen whose partner has not come yet. */
static pthread_mutex_t seen_lock = PTHREAD_MUTEX_INITIALIZER;
static int seen[4];
/* Set before the last word to everybody. */
static int closed;

static void *pusher(void *argument) {
    long mine = (long)argument;
    long second = mine % 3 + 1, third = second % 3 + 1;
    for (;;) {
        take(&laid[mine]);
        if (closed)
            return NULL;
        pthread_mutex_lock(&seen_lock);
        if (seen[second]) {
            seen[second] = 0;
            put(&turn[third]);
        } else if (seen[third]) {
            seen[third] = 0;
            put(&turn[second]);
        } else {
            seen[mine] = 1;
        }
        pthread_mutex_unlock(&seen_lock);
    }
}

static void *smoker(void *argument) {
    long mine = (long)argument;
    for (;;) {
        take(&turn[mine]);
        if (closed)
            return NULL;
        th_mark("roll");
        th_mark("smoke");
        put(&table);
    }
}

static void lay(long ingredient) {
    put(&laid[ingredient]);
}

static void agent(void) {
    for (int round = 0; round < ROUNDS; round++) {
        switch (th_toss(3)) {
        case 0:
            lay(TOBACCO);
            lay(PAPER);
            break;
        case 1:
            lay(PAPER);
            lay(MATCHES);
            break;
        default:
            lay(MATCHES);
            lay(TOBACCO);
        }
        take(&table);
    }
    closed = 1;
    put(&laid[TOBACCO]);
    put(&laid[PAPER]);
    put(&laid[MATCHES]);
    put(&turn[TOBACCO]);
    put(&turn[PAPER]);
    put(&turn[MATCHES]);
}

int main(void) {
    pthread_t pushers[4], smokers[4];
    pthread_create(&pushers[TOBACCO], NULL, pusher, (void *)TOBACCO);
    pthread_create(&pushers[PAPER], NULL, pusher, (void *)PAPER);
    pthread_create(&pushers[MATCHES], NULL, pusher, (void *)MATCHES);
    pthread_create(&smokers[TOBACCO], NULL, smoker, (void *)TOBACCO);
    pthread_create(&smokers[PAPER], NULL, smoker, (void *)PAPER);
    pthread_create(&smokers[MATCHES], NULL, smoker, (void *)MATCHES);
    agent();
    pthread_join(pushers[TOBACCO], NULL);
    pthread_join(pushers[PAPER], NULL);
    pthread_join(pushers[MATCHES], NULL);
    pthread_join(smokers[TOBACCO], NULL);
    pthread_join(smokers[PAPER], NULL);
    pthread_join(smokers[MATCHES], NULL);
    return 0;
}

/* Mutual exclusion by a token: N stations pass it around a ring, and each lends it to its user,
 * who is in the critical section as long as it has it. */
#ifndef N
#define N 5
#endif
#include "slot.h"

#ifndef ROUNDS
#define ROUNDS 2
#endif

/* The token on its way to a station. */
static struct slot token[N + 1] = {EACH(EMPTY_AT)};
/* The token on its way from a station to its user, and back. */
static struct slot lent[N + 1] = {EACH(EMPTY_AT)};
static struct slot returned[N + 1] = {EACH(EMPTY_AT)};

static void *station(void *argument) {
    long me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        take(&token[me]);
        put(&lent[me]);
        take(&returned[me]);
        put(&token[me % N + 1]);
    }
    return NULL;
}

static void *user(void *argument) {
    long me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        take(&lent[me]);
        th_mark("enter");
        th_mark("leave");
        put(&returned[me]);
    }
    return NULL;
}

int main(void) {
    pthread_t stations[N + 1], users[N + 1];
#define START(i)                                                                                   \
    pthread_create(&stations[i], NULL, station, (void *)i);                                        \
    pthread_create(&users[i], NULL, user, (void *)i);
    EACH(START)
    put(&token[1]);
#define JOIN(i)                                                                                    \
    pthread_join(stations[i], NULL);                                                               \
    pthread_join(users[i], NULL);
    EACH(JOIN)
    return 0;
}

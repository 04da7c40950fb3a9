/* Memory management: N users share two blocks of memory, and a collector moves blocks together from
 * time to time, which it does only while no user holds one. */
#ifndef N
#define N 6
#endif
#include "slot.h"

#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t memory = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
/* Whether a block is held, and whether the collector is at work or waits for its turn. */
static int held[3];
static enum { RESTING, WAITING, MOVING } collecting;

static void release(long block) {
    pthread_mutex_lock(&memory);
    held[block] = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&memory);
}

static void *user(void *argument) {
    (void)argument;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&memory);
        while (collecting != RESTING || (held[1] && held[2]))
            pthread_cond_wait(&changed, &memory);
        if (!held[1]) {
            held[1] = 1;
            pthread_mutex_unlock(&memory);
            th_mark("use 1");
            th_mark("leave 1");
            release(1);
        } else {
            held[2] = 1;
            pthread_mutex_unlock(&memory);
            th_mark("use 2");
            th_mark("leave 2");
            release(2);
        }
    }
    return NULL;
}

static void *collector(void *argument) {
    (void)argument;
    do {
        pthread_mutex_lock(&memory);
        collecting = WAITING;
        while (held[1] || held[2])
            pthread_cond_wait(&changed, &memory);
        collecting = MOVING;
        pthread_mutex_unlock(&memory);
        th_mark("move");
        th_mark("moved");
        pthread_mutex_lock(&memory);
        collecting = RESTING;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&memory);
    } while (th_toss(2));
    return NULL;
}

int main(void) {
    pthread_t collecting_thread, users[N + 1];
    pthread_create(&collecting_thread, NULL, collector, NULL);
#define START(i) pthread_create(&users[i], NULL, user, NULL);
    EACH(START)
    pthread_join(collecting_thread, NULL);
#define JOIN(i) pthread_join(users[i], NULL);
    EACH(JOIN)
    return 0;
}

/* What the programs in this folder share: a place where one thread leaves something and another
 * takes it away, as an entry of a task is called and accepted; and EACH, which does something for
 * 1 to N, since a task that is started with a constant is known by name. */
#ifndef SLOT_H
#define SLOT_H

#include <pthread.h>
#include <stddef.h>
#include <trailhound.h>

struct slot {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int full;
};

#define EMPTY {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0}
/* An empty slot at a place of an array, for EACH. */
#define EMPTY_AT(place) [place] = EMPTY,

/* Waits until the slot is empty, and fills it. */
static inline void put(struct slot *slot) {
    pthread_mutex_lock(&slot->lock);
    while (slot->full)
        pthread_cond_wait(&slot->changed, &slot->lock);
    slot->full = 1;
    pthread_cond_broadcast(&slot->changed);
    pthread_mutex_unlock(&slot->lock);
}

/* Waits until the slot is full, and empties it. */
static inline void take(struct slot *slot) {
    pthread_mutex_lock(&slot->lock);
    while (!slot->full)
        pthread_cond_wait(&slot->changed, &slot->lock);
    slot->full = 0;
    pthread_cond_broadcast(&slot->changed);
    pthread_mutex_unlock(&slot->lock);
}

#if !defined(N)
#elif N == 1
#define EACH(DO) DO(1)
#elif N == 2
#define EACH(DO) DO(1) DO(2)
#elif N == 3
#define EACH(DO) DO(1) DO(2) DO(3)
#elif N == 4
#define EACH(DO) DO(1) DO(2) DO(3) DO(4)
#elif N == 5
#define EACH(DO) DO(1) DO(2) DO(3) DO(4) DO(5)
#elif N == 6
#define EACH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)
#elif N == 7
#define EACH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#elif N == 8
#define EACH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)
#else
#error "N is at least 1 and at most 8"
#endif

#endif

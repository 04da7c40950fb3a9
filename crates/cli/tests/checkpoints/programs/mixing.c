/* Threads whose steps depend on each other: every order leads to other values. With FAILS, one of them is wrong.
 * Nobody looks at `racy` under a lock, so that there is a race to go on past. */
#include <assert.h>
#include <pthread.h>

#ifndef TURNS
#define TURNS 2
#endif
#define THREADS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned mixed = 1;
static unsigned racy;
static unsigned own[THREADS];
#ifdef FAILS
/* The last thread must be the first one, which a search comes to late. */
static unsigned first = THREADS;
#endif

static void *mix(void *arg) {
    unsigned self = *(unsigned *)arg;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        pthread_mutex_lock(&lock);
        mixed = (mixed * 3 + self) % 61;
#ifdef FAILS
        if (first == THREADS)
            first = self;
        assert(first + 1 < THREADS || mixed != FAILS || self != 2 || turn + 1 < TURNS);
#endif
        pthread_mutex_unlock(&lock);
        own[self]++;
    }
    if (self < 2)
        racy = self;
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    unsigned numbers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, mix, &numbers[i]);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}

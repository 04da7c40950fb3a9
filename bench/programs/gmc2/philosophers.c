/* Dining philosophers who think, take the left fork, take the right fork, eat, and put both
 * back, for ever. They are symmetric, so that they can all hold their left fork and wait. With
 * FIXED, the last one takes the right fork first, and nobody waits for ever. */
#include <pthread.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *argument) {
    long me = (long)argument;
    pthread_mutex_t *first = &forks[me];
    pthread_mutex_t *second = &forks[(me + 1) % N];
#ifdef FIXED
    if (me == N - 1) {
        pthread_mutex_t *other = first;
        first = second;
        second = other;
    }
#endif
    for (;;) {
        pthread_mutex_lock(first);
        pthread_mutex_lock(second);
        pthread_mutex_unlock(second);
        pthread_mutex_unlock(first);
    }
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int n = 0; n < N; n++)
        pthread_mutex_init(&forks[n], 0);
    for (long n = 0; n < N; n++)
        pthread_create(&threads[n], 0, philosopher, (void *)n);
    for (int n = 0; n < N; n++)
        pthread_join(threads[n], 0);
    return 0;
}

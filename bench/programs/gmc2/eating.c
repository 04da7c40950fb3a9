/* Dining philosophers without deadlock, and a variable that says whether the first one eats: to
 * compare the cost of a state with and without a temporal property. */
#include <pthread.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t forks[N];
static int eats;

static void *philosopher(void *argument) {
    long me = (long)argument;
    pthread_mutex_t *first = &forks[me];
    pthread_mutex_t *second = &forks[(me + 1) % N];
    if (me == N - 1) {
        first = &forks[0];
        second = &forks[me];
    }
    for (;;) {
        pthread_mutex_lock(first);
        pthread_mutex_lock(second);
        if (me == 0)
            eats = 1;
        if (me == 0)
            eats = 0;
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

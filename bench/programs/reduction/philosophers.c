/* Philosophers of whom the last one takes the other fork first: no deadlock. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 16
#endif

static pthread_mutex_t fork_at[THREADS];

static void *run(void *argument) {
    long i = (long)argument;
    long first = i, second = (i + 1) % THREADS;
    if (i == THREADS - 1) {
        first = 0;
        second = i;
    }
    pthread_mutex_lock(&fork_at[first]);
    pthread_mutex_lock(&fork_at[second]);
    pthread_mutex_unlock(&fork_at[second]);
    pthread_mutex_unlock(&fork_at[first]);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_mutex_init(&fork_at[i], 0);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}

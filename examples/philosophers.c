/* Dining philosophers with pthreads, and they deadlock.
 *
 *   trailhound check examples/philosophers.c            three philosophers
 *   trailhound check examples/philosophers.c -DN=5      five
 *   trailhound check examples/philosophers.c -DFIXED    one of them is left-handed: no error
 */
#include <pthread.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *arg) {
    int seat = *(int *)arg;
    int first = seat, second = (seat + 1) % N;
#ifdef FIXED
    /* The left-handed philosopher breaks the circle. */
    if (seat == N - 1) {
        first = (seat + 1) % N;
        second = seat;
    }
#endif
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]); /* everybody may end up waiting here */
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int seats[N];

    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&threads[i], NULL, philosopher, &seats[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    puts("everybody has eaten");
    return 0;
}

/* Dining philosophers who can starve: the deadlock of StEAM's `philo`, for any number of seats.
 *
 *   trailhound check examples/steam/philo.c                    three philosophers
 *   trailhound check examples/steam/philo.c -DN=50             fifty
 *   trailhound check examples/steam/philo.c -DFIXED            forks in one order: no error
 *   gcc -pthread -Iannotations/c -DN=5 examples/steam/philo.c      an ordinary program that runs for ever
 *
 * The number of states grows exponentially with N, the trail to the deadlock only linearly:
 * every philosopher takes the left fork, and that is all. A search that prefers states in
 * which many locks are held goes straight there.
 */
#include <pthread.h>
#include <trailhound.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

static void *dine(void *seat_number) {
    int seat = (int)(long)seat_number;
    int first = seat, second = (seat + 1) % N;
#ifdef FIXED
    /* Everybody takes the fork with the smaller number first, the last one the other way round. */
    if (second < first) {
        first = second;
        second = seat;
    }
#endif
    for (;;) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]); /* here everybody waits, with one fork in hand */
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

int main(void) {
    pthread_t philosophers[N];

    /* They sit down in one step, as in the paper: in which order is of no interest. */
    th_atomic_begin();
    for (int seat = 0; seat < N; seat++)
        pthread_mutex_init(&forks[seat], NULL);
    for (long seat = 0; seat < N; seat++)
        pthread_create(&philosophers[seat], NULL, dine, (void *)seat);
    th_atomic_end();

    for (int seat = 0; seat < N; seat++)
        pthread_join(philosophers[seat], NULL); /* they never rise */
    return 0;
}

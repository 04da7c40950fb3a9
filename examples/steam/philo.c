/* Dining philosophers who can starve: the deadlock of StEAM's `philo`, for any number of seats.
 *
 *   trailhound check examples/steam/philo.c                    three philosophers
 *   trailhound check examples/steam/philo.c -DN=50             fifty
 *   trailhound check examples/steam/philo.c -DFIXED            forks in one order: no error
 *   trailhound check examples/steam/philo.c -DORDINARY         one sits down after the other, and meals are counted
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

#ifdef ORDINARY
/* A lock that has nothing to do with the deadlock. */
static pthread_mutex_t statistics = PTHREAD_MUTEX_INITIALIZER;
static int eating;

static void count(int more) {
    pthread_mutex_lock(&statistics);
    eating += more;
    pthread_mutex_unlock(&statistics);
}
#define TOGETHER(begins_or_ends)
#else
#define count(more)
#define TOGETHER(begins_or_ends) begins_or_ends()
#endif

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
        count(1);
        count(-1);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

int main(void) {
    pthread_t philosophers[N];

    /* They sit down in one step: in which order is of no interest. */
    TOGETHER(th_atomic_begin);
    for (int seat = 0; seat < N; seat++)
        pthread_mutex_init(&forks[seat], NULL);
    for (long seat = 0; seat < N; seat++)
        pthread_create(&philosophers[seat], NULL, dine, (void *)seat);
    TOGETHER(th_atomic_end);

    for (int seat = 0; seat < N; seat++)
        pthread_join(philosophers[seat], NULL); /* they never rise */
    return 0;
}

/* Dining philosophers for the speed comparison; philosophers.pml is the same system in
 * Promela, step for step: main starts the philosophers one after the other, and each of
 * them repeats lock, lock, unlock, unlock.
 *
 *   -DN=6           how many philosophers
 *   -DDEADLOCK      all are right-handed: the search ends with a deadlock. Without it one is
 *                   left-handed, nothing fails, and the whole state space is searched
 *   -DROUNDS=1      how often each one eats; without it they eat for ever
 *   -DBALLAST=1024  so many bytes of initialised, writable global memory that nobody touches
 */
#include <pthread.h>

#ifndef N
#define N 6
#endif

#ifdef BALLAST
/* Not static and not all zero, so that it is data of the program and stays in it. */
char ballast[BALLAST] = {1, 2, 3};
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *arg) {
    int seat = (int)(long)arg;
    int first = seat, second = (seat + 1) % N;
#ifndef DEADLOCK
    if (seat == N - 1) {
        first = (seat + 1) % N;
        second = seat;
    }
#endif
#ifdef ROUNDS
    for (int round = 0; round < ROUNDS; round++) {
#else
    for (;;) {
#endif
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&thread, NULL, philosopher, (void *)i);
    pthread_exit(NULL);
}

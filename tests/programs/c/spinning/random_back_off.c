//@ verdict: ok
//@ about: whoever does not get the second fork waits for a random time: how long is no part of the state
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define SEATS 2

static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *seat) {
    long own = (long)seat;
    pthread_mutex_t *left = &forks[own], *right = &forks[(own + 1) % SEATS];
    for (;;) {
        pthread_mutex_lock(left);
        if (pthread_mutex_trylock(right) == 0)
            break;
        pthread_mutex_unlock(left);
        int pause = rand() % 100;
        usleep(pause);
    }
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
    return NULL;
}

int main(void) {
    pthread_t threads[SEATS];
    for (long seat = 0; seat < SEATS; seat++)
        pthread_create(&threads[seat], NULL, dine, (void *)seat);
    for (int seat = 0; seat < SEATS; seat++)
        pthread_join(threads[seat], NULL);
    return 0;
}

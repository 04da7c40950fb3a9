//@ verdict: error
//@ kind: deadlock
//@ line: 13
//@ about: three philosophers in a circle, seen by main only as threads it left behind
#include <pthread.h>

#define N 3
static pthread_mutex_t forks[N];

static void *philosopher(void *arg) {
    int seat = (int)(long)arg;
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % N]); //~ deadlock
    pthread_mutex_unlock(&forks[(seat + 1) % N]);
    pthread_mutex_unlock(&forks[seat]);
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&t, NULL, philosopher, (void *)i);
    pthread_exit(NULL);
}

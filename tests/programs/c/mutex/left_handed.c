//@ verdict: ok
//@ about: one left-handed philosopher breaks the circle
#include <pthread.h>

#define N 3
static pthread_mutex_t forks[N];

static void *philosopher(void *arg) {
    int seat = (int)(long)arg;
    int left = seat, right = (seat + 1) % N;
    int near = seat == 0 ? right : left, far = seat == 0 ? left : right;
    pthread_mutex_lock(&forks[near]);
    pthread_mutex_lock(&forks[far]);
    pthread_mutex_unlock(&forks[far]);
    pthread_mutex_unlock(&forks[near]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++)
        pthread_mutex_destroy(&forks[i]);
    return 0;
}

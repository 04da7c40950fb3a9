//@ verdict: error
//@ kind: deadlock
//@ about: seven philosophers who take the left fork first
#include <assert.h>
#include <pthread.h>

#define N 7
pthread_mutex_t forks[N];
int meals;

void *dine(void *argument) {
    int seat = (long)argument;
    int first = seat, second = (seat + 1) % N;

    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, dine, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}

//@ verdict: error
//@ kind: data-race
//@ about: an element is accessed under its neighbour's lock
#include <assert.h>
#include <pthread.h>

#define N 3
pthread_mutex_t locks[N];
int elements[N];

static void raise(int lock, int element) {
    pthread_mutex_lock(&locks[lock]);
    elements[element]++;
    pthread_mutex_unlock(&locks[lock]);
}

void *run(void *unused) {
    for (int i = 0; i < N; i++) raise(i, i);
    return 0;
}

int main(void) {
    pthread_t one;
    for (int i = 0; i < N; i++) pthread_mutex_init(&locks[i], 0);
    pthread_create(&one, 0, run, 0);
    for (int i = 0; i < N; i++) raise(i, (i + 1) % N);
    pthread_join(one, 0);
}

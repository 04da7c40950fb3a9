//@ verdict: ok
//@ about: sums of all parts between barriers
#include <assert.h>
#include <pthread.h>

#define THREADS 3
#define ROUNDS 2
pthread_barrier_t barrier;
int parts[THREADS], sums[THREADS];

void *work(void *argument) {
    int me = (long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        parts[me] = round + me;
        pthread_barrier_wait(&barrier);
        int sum = 0;
        for (int i = 0; i < THREADS; i++) sum += parts[i];
        sums[me] = sum;
        assert(sum == 3 + THREADS * round);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, 0, THREADS);
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}

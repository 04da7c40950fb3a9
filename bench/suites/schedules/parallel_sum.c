//@ verdict: ok
//@ about: four threads sum disjoint slices of an array
#include <assert.h>
#include <pthread.h>

#define THREADS 4
#define SLICE 32
int numbers[THREADS * SLICE], sums[THREADS];

void *sum(void *argument) {
    int me = (long)argument;
    int total = 0;
    for (int i = 0; i < SLICE; i++) total += numbers[me * SLICE + i];
    sums[me] = total;
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS * SLICE; i++) numbers[i] = i;
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, sum, (void *)i);
    int total = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], 0);
        total += sums[i];
    }
    assert(total == THREADS * SLICE * (THREADS * SLICE - 1) / 2);
}

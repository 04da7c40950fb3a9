/* Each thread sums its slice of an array; main adds the sums. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef LENGTH
#define LENGTH 32
#endif

static int numbers[THREADS * LENGTH];
static long sums[THREADS];

static void *run(void *argument) {
    long slice = (long)argument, sum = 0;
    for (int i = 0; i < LENGTH; i++)
        sum += numbers[slice * LENGTH + i];
    sums[slice] = sum;
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS * LENGTH; i++)
        numbers[i] = i;
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    long sum = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], 0);
        sum += sums[i];
    }
    assert(sum == (long)THREADS * LENGTH * (THREADS * LENGTH - 1) / 2);
    return 0;
}

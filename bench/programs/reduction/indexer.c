/* The indexer of Flanagan and Godefroid (POPL 2005): each thread puts four messages into a hash table
   by compare-exchange. With few threads none of them meet. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 12
#endif
#define SIZE 128
#define MAX 4

static atomic_int table[SIZE];

static int next_message(int *m, int tid) {
    if (*m < MAX)
        return ++*m * 11 + tid;
    return 0;
}

static void *run(void *argument) {
    int tid = (int)(long)argument;
    int m = 0, w;
    while ((w = next_message(&m, tid)) != 0) {
        int h = w * 7 % SIZE;
        int expected = 0;
        while (!atomic_compare_exchange_strong(&table[h], &expected, w)) {
            h = (h + 1) % SIZE;
            expected = 0;
        }
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}

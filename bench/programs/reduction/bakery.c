/* Lamport's bakery: threads enter a critical section by tickets. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static atomic_int choosing[THREADS], number[THREADS];
static atomic_int inside;

static void *run(void *argument) {
    int i = (int)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        choosing[i] = 1;
        int most = 0;
        for (int j = 0; j < THREADS; j++) {
            int seen = number[j];
            if (seen > most)
                most = seen;
        }
        number[i] = most + 1;
        choosing[i] = 0;
        for (int j = 0; j < THREADS; j++) {
            if (j == i)
                continue;
            while (choosing[j])
                ;
            for (;;) {
                int other = number[j];
                if (other == 0 || other > most + 1 || (other == most + 1 && j > i))
                    break;
            }
        }
        assert(inside == 0);
        inside = 1;
        inside = 0;
        number[i] = 0;
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

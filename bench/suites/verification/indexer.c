//@ verdict: ok
//@ about: twelve threads fill a hash table by compare-exchange and do not meet
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 128
#define MESSAGES 4
#define THREADS 12
_Atomic int table[SIZE];

void *index_messages(void *argument) {
    int thread = (long)argument;
    for (int message = 1; message <= MESSAGES; message++) {
        int word = message * 11 + thread;
        int place = (word * 7) % SIZE;
        int empty = 0;
        while (!atomic_compare_exchange_strong(&table[place], &empty, word)) {
            place = (place + 1) % SIZE;
            empty = 0;
        }
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, index_messages, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}

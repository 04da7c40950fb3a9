//@ verdict: error
//@ kind: assertion
//@ about: main and a thread load and store a counter in the heap
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *run(void *argument) {
    atomic_int *counter = argument;
    int seen = atomic_load(counter);
    atomic_store(counter, seen + 1);
    return 0;
}

int main(void) {
    atomic_int *counter = malloc(sizeof *counter);
    atomic_init(counter, 0);
    pthread_t thread;
    pthread_create(&thread, 0, run, counter);
    int seen = atomic_load(counter);
    atomic_store(counter, seen + 1);
    pthread_join(thread, 0);
    assert(atomic_load(counter) == 2);
    free(counter);
    return 0;
}

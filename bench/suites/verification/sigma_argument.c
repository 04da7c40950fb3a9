//@ verdict: ok
//@ about: the same with the place as an argument
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 5
int *parts;

void *fill(void *place) {
    parts[(long)place] = 1;
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    int sum = 0;
    parts = calloc(THREADS, sizeof *parts);
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, fill, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    for (int i = 0; i < THREADS; i++) sum += parts[i];
    assert(sum == THREADS);
    free(parts);
}

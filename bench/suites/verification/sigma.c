//@ verdict: error
//@ kind: assertion
//@ about: threads are told their place by a variable that main goes on to change
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 5
int *parts;
int next = -1;

void *fill(void *unused) {
    parts[next] = 1;
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    int sum = 0;
    parts = calloc(THREADS, sizeof *parts);
    for (int i = 0; i < THREADS; i++) {
        next++;
        pthread_create(&threads[i], 0, fill, 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    for (int i = 0; i < THREADS; i++) sum += parts[i];
    assert(sum == THREADS);
    free(parts);
}

//@ verdict: ok
//@ about: main frees after the reader has ended
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *reader(void *arg) {
    assert(*(int *)arg == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_create(&t, NULL, reader, cell);
    pthread_join(t, NULL);
    free(cell);
    return 0;
}

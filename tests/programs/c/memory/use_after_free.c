//@ verdict: error
//@ kind: use-after-free
//@ line: 10
//@ about: a thread still reads what main frees without joining first
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *reader(void *arg) {
    int value = atomic_load((atomic_int *)arg); //~ use-after-free
    return value == 1 ? arg : NULL;
}

int main(void) {
    pthread_t t;
    atomic_int *cell = malloc(sizeof *cell);
    atomic_init(cell, 1);
    pthread_create(&t, NULL, reader, cell);
    free(cell);
    pthread_join(t, NULL);
    return 0;
}

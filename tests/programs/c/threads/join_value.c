//@ verdict: ok
//@ about: the value a thread returns arrives at the joiner, small integers and heap pointers alike
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *number(void *arg) {
    return (void *)((intptr_t)arg * 2);
}

static void *allocates(void *arg) {
    int *cell = malloc(sizeof *cell);
    *cell = (int)(intptr_t)arg + 1;
    return cell;
}

int main(void) {
    pthread_t a, b;
    void *va, *vb;
    pthread_create(&a, NULL, number, (void *)21);
    pthread_create(&b, NULL, allocates, (void *)21);
    pthread_join(a, &va);
    pthread_join(b, &vb);
    assert((intptr_t)va == 42);
    assert(*(int *)vb == 22);
    free(vb);
    return 0;
}

//@ verdict: error
//@ kind: double-free
//@ line: 15
//@ about: the count is lowered and looked at in two steps, so both threads may see zero
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static int *shared;

static void *worker(void *arg) {
    atomic_fetch_sub(&references, 1);
    if (atomic_load(&references) == 0)
        free(shared); //~ double-free
    return arg;
}

int main(void) {
    pthread_t a, b;
    shared = malloc(sizeof *shared);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

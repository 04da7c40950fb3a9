//@ verdict: ok
//@ about: an atomic reference count frees exactly once, after the last use
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
    int value;
};

static void release(struct shared *shared) {
    if (atomic_fetch_sub(&shared->references, 1) == 1)
        free(shared);
}

static void *worker(void *arg) {
    struct shared *shared = arg;
    assert(shared->value == 5);
    release(shared);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct shared *shared = malloc(sizeof *shared);
    atomic_init(&shared->references, 2);
    shared->value = 5;
    pthread_create(&a, NULL, worker, shared);
    pthread_create(&b, NULL, worker, shared);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

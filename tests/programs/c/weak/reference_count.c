//@ verdict: ok
//@ args: --memory c11
//@ about: the last owner frees behind an acquire fence
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int count;
    int value;
};

static void drop(struct shared *shared) {
    if (atomic_fetch_sub_explicit(&shared->count, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(shared);
    }
}

static void *use(void *shared) {
    assert(((struct shared *)shared)->value == 7);
    drop(shared);
    return 0;
}

int main(void) {
    struct shared *shared = malloc(sizeof *shared);
    atomic_init(&shared->count, 2);
    shared->value = 7;
    pthread_t thread;
    pthread_create(&thread, 0, use, shared);
    use(shared);
    pthread_join(thread, 0);
}

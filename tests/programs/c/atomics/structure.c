//@ verdict: ok
//@ cflags: -Wno-atomic-alignment
//@ about: a structure that is too large for the processor is atomic all the same
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct range {
    int from, to, length, spare;
};

static _Atomic struct range shared;

static void *shifts(void *argument) {
    struct range old = atomic_load(&shared), new;
    do {
        new = old;
        new.to += 2;
        new.length = new.to - new.from;
    } while (!atomic_compare_exchange_weak(&shared, &old, new));
    return argument;
}

int main(void) {
    pthread_t one, two;
    atomic_store(&shared, ((struct range){1, 1, 0, 0}));
    pthread_create(&one, 0, shifts, 0), pthread_create(&two, 0, shifts, 0);
    struct range now = atomic_load(&shared);
    assert(now.to - now.from == now.length);
    pthread_join(one, 0), pthread_join(two, 0);
    now = atomic_exchange(&shared, ((struct range){0, 0, 0, 0}));
    assert(now.length == 4);
    return 0;
}

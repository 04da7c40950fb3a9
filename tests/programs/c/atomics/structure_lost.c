//@ verdict: error
//@ kind: assertion
//@ line: 29
//@ cflags: -Wno-atomic-alignment
//@ about: a load and a store of an atomic structure are two operations, so that an addition is lost
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct range {
    int from, to, length, spare;
};

static _Atomic struct range shared;

static void *shifts(void *argument) {
    struct range now = atomic_load(&shared);
    now.to += 2;
    now.length += 2;
    atomic_store(&shared, now);
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, shifts, 0), pthread_create(&two, 0, shifts, 0);
    pthread_join(one, 0), pthread_join(two, 0);
    struct range now = atomic_load(&shared);
    assert(now.length == 4); //~ assertion
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ about: a driver is stopped while a request that saw it running goes on
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
atomic_int pending = 1, stopping, stopped;

static int begin(void) {
    if (stopping) return -1;
    atomic_fetch_add(&pending, 1);
    return 0;
}

static void end(void) {
    if (atomic_fetch_sub(&pending, 1) == 1) stopped = 1;
}

void *request(void *unused) {
    if (begin() == 0) {
        assert(!stopped);
        end();
    }
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, request, 0);
    stopping = 1;
    end();
    pthread_join(one, 0);
}

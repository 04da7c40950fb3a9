//@ verdict: ok
//@ about: waiting for a thread whose assumption does not hold is no livelock and no deadlock
#include "trailhound.h"
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *stopped(void *arg) {
    th_assume(0);
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stopped, NULL);
    while (!ready) {
    }
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ about: a thread has been started though its first assumption does not hold
#include "trailhound.h"
#include <pthread.h>

static void *stopped(void *arg) {
    th_assume(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stopped, NULL);
    th_assert(0);
    return 0;
}

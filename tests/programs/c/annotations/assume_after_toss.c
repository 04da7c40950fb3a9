//@ verdict: error
//@ kind: assertion
//@ about: a write before a choice has happened though no value of the choice is assumed
#include "trailhound.h"
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = 1;
    int value = th_toss(2);
    th_assume(value > 5);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    th_assert(x == 0);
    pthread_join(t, NULL);
    return 0;
}

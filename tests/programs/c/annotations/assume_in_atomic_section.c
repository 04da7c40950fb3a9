//@ verdict: ok
//@ args: --races off
//@ about: nobody sees what an atomic section did before an assumption in it that does not hold
#include "trailhound.h"
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    th_atomic_begin();
    x = 1;
    th_assume(0);
    th_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    th_assert(x == 0);
    pthread_join(t, NULL);
    return 0;
}

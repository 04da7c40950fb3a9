//@ verdict: ok
//@ about: a cancelled thread stops at pthread_testcancel and is joined as PTHREAD_CANCELED
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static void *worker(void *arg) {
    for (;;) {
        pthread_testcancel();
        sched_yield();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}

//@ verdict: ok
//@ about: a thread that disabled cancellation finishes its work
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t protected_now;

static void *worker(void *arg) {
    int old = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_barrier_wait(&protected_now);
    pthread_testcancel();
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    int value = 5;
    pthread_barrier_init(&protected_now, NULL, 2);
    pthread_create(&t, NULL, worker, &value);
    pthread_barrier_wait(&protected_now);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == &value);
    return 0;
}

//@ verdict: ok
//@ about: an assumption about the schedule leaves out the schedules that break it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);

static atomic_int ready;

static void *worker(void *arg) {
    atomic_store(&ready, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = atomic_load(&ready);
    __VERIFIER_assume(seen);
    assert(atomic_load(&ready) == 1);
    pthread_join(t, NULL);
    return 0;
}

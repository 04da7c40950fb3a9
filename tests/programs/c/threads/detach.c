//@ verdict: ok
//@ about: a detached thread goes on after main has left with pthread_exit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;

static void *worker(void *arg) {
    (void)arg;
    int seen = atomic_fetch_add(&stage, 1);
    assert(seen == 0 || seen == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_detach(t) == 0);
    atomic_fetch_add(&stage, 1);
    pthread_exit(NULL);
}

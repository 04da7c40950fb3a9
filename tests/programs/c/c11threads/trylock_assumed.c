//@ verdict: error
//@ kind: assertion
//@ line: 13
//@ about: mtx_trylock may answer thrd_busy
#include <assert.h>
#include <threads.h>

static mtx_t lock;

static int worker(void *arg) {
    (void)arg;
    int rc = mtx_trylock(&lock);
    assert(rc != thrd_busy); //~ assertion
    thrd_yield();
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&lock, mtx_plain);
    thrd_create(&a, worker, NULL);
    thrd_create(&b, worker, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}

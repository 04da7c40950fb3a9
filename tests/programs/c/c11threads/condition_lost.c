//@ verdict: error
//@ kind: deadlock
//@ line: 13
//@ about: cnd_signal before cnd_wait is lost
#include <threads.h>

static mtx_t lock;
static cnd_t ready;

static int waiter(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    cnd_wait(&ready, &lock); //~ deadlock
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&lock, mtx_plain);
    cnd_init(&ready);
    thrd_create(&t, waiter, NULL);
    thrd_detach(t);
    cnd_signal(&ready);
    thrd_exit(0);
}

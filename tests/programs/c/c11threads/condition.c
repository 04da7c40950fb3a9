//@ verdict: ok
//@ about: C11 condition variable with a while loop
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t ready;
static int value;

static int producer(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    value = 9;
    cnd_signal(&ready);
    mtx_unlock(&lock);
    thrd_exit(4);
}

int main(void) {
    thrd_t t;
    int result = 0;
    mtx_init(&lock, mtx_plain);
    cnd_init(&ready);
    thrd_create(&t, producer, NULL);
    mtx_lock(&lock);
    while (value == 0)
        cnd_wait(&ready, &lock);
    assert(value == 9);
    mtx_unlock(&lock);
    thrd_join(t, &result);
    assert(result == 4);
    cnd_destroy(&ready);
    mtx_destroy(&lock);
    return 0;
}

//@ verdict: ok
//@ about: C11 threads count under an mtx_plain mutex
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int counter;

static int worker(void *arg) {
    mtx_lock(&lock);
    counter += *(int *)arg;
    mtx_unlock(&lock);
    return *(int *)arg;
}

int main(void) {
    thrd_t a, b;
    int two = 2, three = 3, ra = 0, rb = 0;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(thrd_create(&a, worker, &two) == thrd_success);
    assert(thrd_create(&b, worker, &three) == thrd_success);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(ra == 2 && rb == 3);
    assert(counter == 5);
    mtx_destroy(&lock);
    return 0;
}

//@ verdict: ok
//@ about: call_once, thread-specific storage with a destructor, recursive and trylock mutexes
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t slot;
static mtx_t lock;
static atomic_int destroyed;

static void destroy(void *value) {
    atomic_fetch_add(&destroyed, *(int *)value);
}

static void initialise(void) {
    assert(tss_create(&slot, destroy) == thrd_success);
    assert(mtx_init(&lock, mtx_plain | mtx_recursive) == thrd_success);
}

static int worker(void *arg) {
    call_once(&once, initialise);
    assert(tss_get(slot) == NULL);
    tss_set(slot, arg);
    mtx_lock(&lock);
    assert(mtx_trylock(&lock) == thrd_success);
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    assert(tss_get(slot) == arg);
    return 0;
}

int main(void) {
    thrd_t a, b;
    int one = 1, two = 2;
    thrd_create(&a, worker, &one);
    thrd_create(&b, worker, &two);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(atomic_load(&destroyed) == 3);
    return 0;
}

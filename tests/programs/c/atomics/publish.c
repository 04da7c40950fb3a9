//@ verdict: ok
//@ about: plain data published through a release store and read after an acquire load
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *writer(void *arg) {
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 42);
    pthread_join(t, NULL);
    return 0;
}

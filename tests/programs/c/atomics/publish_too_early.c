//@ verdict: error
//@ kind: data-race
//@ about: the flag is raised before the data is written
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int copy;
static atomic_int ready;

static void *writer(void *arg) {
    atomic_store_explicit(&ready, 1, memory_order_release);
    data = 42;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        copy = data;
    pthread_join(t, NULL);
    return 0;
}

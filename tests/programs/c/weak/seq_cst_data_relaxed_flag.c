//@ verdict: error
//@ kind: assertion
//@ line: 22
//@ args: --memory auto
//@ about: seq_cst data are old behind a relaxed flag
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag;

static void *producer(void *unused) {
    atomic_store(&data, 1);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        assert(atomic_load(&data) == 1); //~ assertion
    pthread_join(thread, 0);
}

//@ verdict: ok
//@ args: --memory c11
//@ about: seq_cst data behind a released flag
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag;

static void *producer(void *unused) {
    atomic_store(&data, 1);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        assert(atomic_load(&data) == 1);
    pthread_join(thread, 0);
}

//@ verdict: error
//@ kind: data-race
//@ args: --memory auto
//@ about: that a thread is at its end tells nothing of what it did unless it is joined
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_key_t key;
atomic_int done;
int payload;

static void at_exit(void *unused) {
    payload = 42;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    (void)unused;
}

static void *worker(void *unused) {
    pthread_setspecific(key, &key);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, at_exit);
    pthread_create(&thread, 0, worker, 0);
    if (atomic_load_explicit(&done, memory_order_acquire))
        assert(payload == 42);
    pthread_join(thread, 0);
}

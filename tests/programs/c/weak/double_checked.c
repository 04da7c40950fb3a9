//@ verdict: ok
//@ args: --memory c11
//@ about: double-checked initialisation with release and acquire
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int value;
atomic_int is_made;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    if (!atomic_load_explicit(&is_made, memory_order_acquire)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load_explicit(&is_made, memory_order_relaxed)) {
            value = 42;
            atomic_store_explicit(&is_made, 1, memory_order_release);
        }
        pthread_mutex_unlock(&mutex);
    }
    return value;
}

static void *other(void *unused) {
    assert(get() == 42);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    assert(get() == 42);
    pthread_join(thread, 0);
}

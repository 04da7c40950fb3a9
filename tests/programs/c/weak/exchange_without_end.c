//@ verdict: error
//@ kind: livelock
//@ args: --memory c11
//@ about: only an exchange that fails for no reason leaves the loop, which need not come
#include <pthread.h>
#include <stdatomic.h>

atomic_int word;

static void *spin(void *unused) {
    int none = 0;
    while (atomic_compare_exchange_weak_explicit(&word, &none, 0, memory_order_relaxed, memory_order_relaxed))
        ;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, spin, 0);
    pthread_join(thread, 0);
}

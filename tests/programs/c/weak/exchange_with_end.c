//@ verdict: ok
//@ args: --memory c11
//@ about: another thread makes the exchange fail, as it does when it fails for no reason
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
    atomic_store_explicit(&word, 1, memory_order_relaxed);
    pthread_join(thread, 0);
}

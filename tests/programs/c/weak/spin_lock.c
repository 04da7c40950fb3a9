//@ verdict: ok
//@ args: --memory c11
//@ about: a spin lock that is taken with acquire and given back with release
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int counter;

static void *work(void *unused) {
    while (atomic_exchange_explicit(&taken, 1, memory_order_acquire))
        ;
    counter++;
    atomic_store_explicit(&taken, 0, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(counter == 2);
}

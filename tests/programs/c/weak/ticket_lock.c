//@ verdict: ok
//@ args: --memory c11
//@ about: the next ticket is served with release
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int next, serving;
int counter;

static void *work(void *unused) {
    int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != ticket)
        ;
    counter++;
    atomic_store_explicit(&serving, ticket + 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(counter == 2);
}

//@ verdict: undecided
//@ args: --memory c11
//@ about: a reader that adds itself to a read-write lock and takes itself off again makes a history without an end
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WRITER = 1, READER = 2 };

atomic_uint lock;
int data;

static void *write_it(void *unused) {
    unsigned none = 0;
    while (!atomic_compare_exchange_strong_explicit(&lock, &none, WRITER, memory_order_acquire,
                                                    memory_order_relaxed))
        none = 0;
    data = 1;
    atomic_fetch_and_explicit(&lock, ~WRITER, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t writer;
    pthread_create(&writer, 0, write_it, 0);
    for (;;) {
        unsigned before = atomic_fetch_add_explicit(&lock, READER, memory_order_acquire);
        // An update that is cut must not have happened, or it is repeated.
        assert(before <= WRITER);
        if (!(before & WRITER)) break;
        atomic_fetch_sub_explicit(&lock, READER, memory_order_release);
    }
    assert(data <= 1);
    atomic_fetch_sub_explicit(&lock, READER, memory_order_release);
    pthread_join(writer, 0);
    return 0;
}

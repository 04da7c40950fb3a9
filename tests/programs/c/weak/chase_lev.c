//@ verdict: ok
//@ args: --memory c11
//@ about: a work-stealing deque with its seq_cst fences
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ITEMS = 2 };
atomic_int top, bottom, items[ITEMS];
atomic_int taken[ITEMS + 1];

static void push(int item) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&items[b], item, memory_order_relaxed);
    atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static int take(void) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    int item = 0;
    if (t <= b) {
        item = atomic_load_explicit(&items[b], memory_order_relaxed);
        if (t < b)
            return item;
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                     memory_order_relaxed))
            item = 0;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return item;
}

static int steal(void) {
    int t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b)
        return 0;
    int item = atomic_load_explicit(&items[t], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                 memory_order_relaxed))
        return 0;
    return item;
}

static void got(int item) {
    if (item) {
        int before = atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed);
        assert(before == 0);
    }
}

static void *thief(void *unused) {
    got(steal());
    got(steal());
    return unused;
}

int main(void) {
    push(1);
    push(2);
    pthread_t thread;
    pthread_create(&thread, 0, thief, 0);
    got(take());
    got(take());
    pthread_join(thread, 0);
}

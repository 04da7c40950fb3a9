/* A work-stealing deque (Lê et al., PPoPP 2013). -DWEAK_FENCES: its seq_cst fences are acq_rel. */
#include "memory.h"

#ifdef WEAK_FENCES
#define full_fence() fence(acq_rel)
#else
#define full_fence() fence(seq_cst)
#endif

atomic_int top, bottom, items[2], taken[3];

static void push(int item) {
    int b = load(bottom, relaxed);
    store(items[b], item, relaxed);
    store(bottom, b + 1, release);
}

static int advance(int t) {
    return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed);
}

static int take(void) {
    int b = load(bottom, relaxed) - 1;
    store(bottom, b, relaxed);
    full_fence();
    int t = load(top, relaxed);
    int item = 0;
    if (t <= b) {
        item = load(items[b], relaxed);
        if (t < b)
            return item;
        if (!advance(t))
            item = 0;
    }
    store(bottom, b + 1, relaxed);
    return item;
}

static int steal(void) {
    int t = load(top, acquire);
    full_fence();
    if (t >= load(bottom, acquire))
        return 0;
    int item = load(items[t], relaxed);
    return advance(t) ? item : 0;
}

static void work(int me) {
    for (int round = 0; round < 2; round++) {
        int item = me == 0 ? take() : steal();
        if (item)
            assert(atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed) == 0);
    }
}

int main(void) {
    push(1);
    push(2);
    run();
}

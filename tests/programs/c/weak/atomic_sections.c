//@ verdict: ok
//@ args: --memory c11
//@ about: nobody sees what an atomic section writes before its end, nor stores between its accesses
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int counter, flag;

static void *twice(void *unused) {
    __VERIFIER_atomic_begin();
    counter = counter + 1;
    counter = counter + 1;
    __VERIFIER_atomic_end();
    return unused;
}

static void *once(void *unused) {
    int seen = atomic_load_explicit(&counter, memory_order_relaxed);
    assert(seen == 0 || seen == 2);
    atomic_store_explicit(&counter, seen + 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t one, other;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    pthread_create(&one, 0, twice, 0);
    pthread_create(&other, 0, once, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(counter == 1 || counter == 3);
    return 0;
}

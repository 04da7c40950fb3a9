//@ verdict: ok
//@ about: the older __sync and __atomic builtins
#include <assert.h>
#include <pthread.h>

static int lock, counter, arrivals;

static void *worker(void *arg) {
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    counter++;
    __sync_lock_release(&lock);
    __sync_fetch_and_add(&arrivals, 1);
    __atomic_add_fetch(&arrivals, 10, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    assert(__atomic_load_n(&arrivals, __ATOMIC_ACQUIRE) == 22);
    assert(__sync_bool_compare_and_swap(&arrivals, 22, 1));
    assert(__sync_val_compare_and_swap(&arrivals, 2, 3) == 1);
    return 0;
}

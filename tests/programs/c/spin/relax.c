//@ verdict: ok
//@ about: a spin lock with the assembly that such locks are written with
#include <assert.h>
#include <pthread.h>

static int locked;
static int count;

static inline void relax(void) {
    __asm__ __volatile__("pause" ::: "memory");
    __asm__ __volatile__("rep; nop");
}

static void lock(void) {
    while (__sync_lock_test_and_set(&locked, 1))
        while (__atomic_load_n(&locked, __ATOMIC_RELAXED))
            relax();
}

static void unlock(void) {
    __asm__ __volatile__("mfence" ::: "memory");
    __sync_lock_release(&locked);
}

static void *add(void *unused) {
    lock();
    count++;
    unlock();
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 2);
    return 0;
}

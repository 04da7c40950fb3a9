// Atomics of every kind, fences, and threads that meet in a fixed order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter;
static _Atomic(long) largest;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(void *) head;
static _Atomic(double) number;
static volatile int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int turn;
static _Thread_local int mine;

static void *work(void *argument) {
    int me = (int)(long)argument;
    pthread_mutex_lock(&mutex);
    while (turn != me)
        pthread_cond_wait(&condition, &mutex);
    mine += me;
    plain += mine;
    turn++;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 10; i++)
        atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    long seen = atomic_load_explicit(&largest, memory_order_acquire);
    while (seen < me && !atomic_compare_exchange_weak_explicit(&largest, &seen, me, memory_order_acq_rel, memory_order_relaxed)) {
    }
    while (atomic_flag_test_and_set(&flag)) {
    }
    number = number + 0.5;
    atomic_flag_clear_explicit(&flag, memory_order_release);
    return argument;
}

int main(void) {
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    long sum = 0;
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += (long)result;
    }
    int bits = 0;
    __atomic_or_fetch(&bits, 12, __ATOMIC_SEQ_CST);
    __atomic_and_fetch(&bits, 6, __ATOMIC_ACQUIRE);
    __atomic_fetch_xor(&bits, 3, __ATOMIC_RELEASE);
    __atomic_fetch_nand(&bits, 5, __ATOMIC_ACQ_REL);
    __sync_fetch_and_sub(&bits, 2);
    __sync_synchronize();
    atomic_signal_fence(memory_order_seq_cst);
    atomic_thread_fence(memory_order_acquire);
    void *old = atomic_exchange(&head, &sum);
    __int128 wide = (__int128)1 << 70;
    printf("%d %ld %d %g %ld %d %d %ld\n", counter, (long)largest, plain, (double)number, sum, bits, old == NULL, (long)(wide >> 68));
    return 0;
}

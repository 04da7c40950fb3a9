//@ verdict: ok
//@ width: 64
//@ about: a lock of cmpxchg with its flag as an output, released by xchg; an identity and time stamps can be asked for
#include <assert.h>
#include <pthread.h>

static int lock, value;

static int try_lock(void) {
    int expected = 0;
    unsigned char won;
    __asm__ volatile("lock cmpxchgl %3, %1"
                     : "+a"(expected), "+m"(lock), "=@ccz"(won)
                     : "r"(1)
                     : "memory");
    return won;
}

static void *work(void *unused) {
    (void)unused;
    while (!try_lock())
        __asm__ volatile("rep; nop" ::: "memory");
    value++;
    int zero = 0;
    __asm__ volatile("xchgl %0, %1" : "+r"(zero), "+m"(lock) : : "memory");
    assert(zero == 1);
    return 0;
}

int main(void) {
    unsigned a = 0, b, c = 0, d, low, high;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(value == 2);
    return 0;
}

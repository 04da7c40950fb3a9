//@ verdict: ok
//@ cflags: -m32
//@ about: atomic operations on eight bytes, also of less alignment, where clang calls a library
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct { int before; long long count; } plain;
static _Atomic long long whole;

static void *add(void *argument) {
    __atomic_fetch_add(&plain.count, 1LL << 32, __ATOMIC_SEQ_CST);
    whole += 1LL << 33;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    add(0);
    pthread_join(thread, 0);
    assert(__atomic_load_n(&plain.count, __ATOMIC_SEQ_CST) >> 32 == 2);
    long long expected = 1LL << 33;
    assert(__atomic_compare_exchange_n(&plain.count, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(plain.count == 3 && whole == 1LL << 34);
    return 0;
}

//@ verdict: ok
//@ about: every read-modify-write operation on several widths, and fences
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

int main(void) {
    _Atomic uint8_t small = 250;
    _Atomic int16_t medium = -3;
    _Atomic uint64_t large = 1;
    atomic_uint bits = 0xf0u;
    _Atomic(int *) pointer;
    int array[4] = {1, 2, 3, 4};

    assert(atomic_fetch_add(&small, 10) == 250 && atomic_load(&small) == 4);
    assert(atomic_fetch_sub(&medium, 5) == -3 && medium == -8);
    assert(atomic_exchange(&large, UINT64_C(1) << 40) == 1);
    assert(large == UINT64_C(1) << 40);
    assert(atomic_fetch_and(&bits, 0x3cu) == 0xf0u && bits == 0x30u);
    assert(atomic_fetch_or(&bits, 0x03u) == 0x30u && bits == 0x33u);
    assert(atomic_fetch_xor(&bits, 0xffu) == 0x33u && bits == 0xccu);
    atomic_init(&pointer, array);
    assert(atomic_fetch_add(&pointer, 2) == array);
    assert(*atomic_load(&pointer) == 3);
    uint64_t expected = 5;
    assert(!atomic_compare_exchange_strong(&large, &expected, 7));
    assert(expected == UINT64_C(1) << 40);
    assert(atomic_compare_exchange_strong(&large, &expected, 7) && large == 7);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acq_rel);
    small += 3;
    medium *= 2;
    assert(small == 7 && medium == -16);
    return 0;
}

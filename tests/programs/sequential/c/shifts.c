//@ verdict: ok
//@ width: 64
//@ about: shifts and rotations of all widths
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate32(uint32_t x, unsigned n) { return (x << n) | (x >> ((32 - n) & 31)); }
static uint64_t rotate64(uint64_t x, unsigned n) { return (x >> n) | (x << ((64 - n) & 63)); }

int main(void) {
    volatile int32_t negative = -12345;
    volatile uint64_t wide = 0x8123456789abcdefu;
    for (int i = 0; i < 32; i += 3)
        printf("%d %08x %08x\n", negative >> i, (uint32_t)negative >> i, (uint32_t)negative << i);
    for (int i = 0; i < 64; i += 7)
        printf("%016lx %016lx %016lx\n", wide >> i, wide << i, (uint64_t)((int64_t)wide >> i));
    for (unsigned i = 0; i < 32; i += 5)
        printf("%08x %016lx\n", rotate32(0x12345678u, i), rotate64(wide, i));
    volatile uint8_t byte = 0x96;
    volatile int16_t half = (int16_t)0x9234;
    printf("%x %x %d %x\n", (byte << 4) & 0xff, byte >> 3, half >> 4, (uint16_t)half >> 4);
    printf("%d %d %d %d\n", __builtin_clz(0x1000), __builtin_ctz(0x1000), __builtin_popcount(0xf0f1),
           __builtin_parity(7));
    printf("%d %d %d\n", __builtin_clzll(1), __builtin_ctzll(1ull << 40), __builtin_popcountll(~0ull));
    printf("%x %lx %x\n", __builtin_bswap32(0x01020304), __builtin_bswap64(0x0102030405060708),
           __builtin_bswap16(0x0102));
    return 0;
}

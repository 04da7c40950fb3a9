//@ verdict: ok
//@ width: 64
//@ exit: 7
//@ about: arithmetic of all widths, signed and unsigned, with wrap-around
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, format, a, b)                                                              \
    do {                                                                                      \
        volatile type x = (type)(a), y = (type)(b);                                           \
        printf(#type " %" format " %" format " %" format " %" format " %" format "\n",        \
               (type)(x + y), (type)(x - y), (type)(x * y), (type)(x / y), (type)(x % y));    \
    } while (0)

int main(void) {
    SHOW(uint8_t, "u", 200, 100);
    SHOW(int8_t, "d", -100, 27);
    SHOW(uint16_t, "u", 65000, 700);
    SHOW(int16_t, "d", -30000, 7);
    SHOW(uint32_t, "u", 4000000000u, 300000001u);
    SHOW(int32_t, "d", -20000, 113);
    SHOW(uint64_t, "lu", 18000000000000000000u, 977);
    SHOW(int64_t, "ld", -3000000000, 12345);
    volatile unsigned a = 0xdeadbeefu, b = 0x0f0f0f0fu;
    printf("%x %x %x %x %x\n", a & b, a | b, a ^ b, ~a, -a);
    volatile int minus = -7, two = 2;
    printf("%d %d %d %d\n", minus / two, minus % two, -(minus / two), minus / -two);
    volatile uint8_t u = 255;
    volatile int8_t s = -1;
    printf("%d %d %d\n", u + 1, (uint8_t)(u + 1), u == (uint8_t)s);
    printf("%d %d\n", s < 1u, (int)s < 1);
    u++;
    s--;
    printf("%u %d\n", u, s);
    return 7;
}

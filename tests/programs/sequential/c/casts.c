//@ verdict: ok
//@ width: 64
//@ about: conversions between all kinds of numbers
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile double doubles[] = {0.0, 0.99, -0.99, 3.7, -3.7, 255.5, -128.4, 65535.9, 2147483647.0, -2147483648.0};
    for (int i = 0; i < 10; i++) {
        double d = doubles[i];
        printf("%d %ld %u %.9g %d\n", (int)d, (long)d, (unsigned)(long)d, (float)d, (bool)d);
        printf("  %d %d\n", (int8_t)(int)d, (uint16_t)(int)d);
    }
    volatile long longs[] = {0, -1, 127, 128, 255, 256, 32768, 65536, 2147483648, -2147483649, 1L << 53};
    for (int i = 0; i < 11; i++) {
        long l = longs[i];
        printf("%d %u %d %u %d %u %d\n", (int8_t)l, (uint8_t)l, (int16_t)l, (uint16_t)l, (int32_t)l,
               (uint32_t)l, (bool)l);
        printf("  %.17g %.9g %.17g\n", (double)l, (double)(float)l, (double)(unsigned long)l);
    }
    volatile char c = (char)0x80;
    volatile unsigned char u = 0x80;
    volatile signed char s = (signed char)0x80;
    printf("%d %d %d %d\n", c, u, s, c == s);
    volatile uint64_t big = UINT64_MAX;
    printf("%.17g %.9g %lu\n", (double)big, (float)big, (uint64_t)(double)(big >> 12));
    printf("%lu %d\n", (uint64_t)1.8e19, (int)(uint8_t)300);
    return 0;
}

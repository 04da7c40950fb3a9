//@ verdict: ok
//@ width: 64
//@ exit: 3
//@ about: 128-bit integers: arithmetic, shifts, comparison, conversion
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(const char *name, u128 value) {
    printf("%s %016lx%016lx\n", name, (uint64_t)(value >> 64), (uint64_t)value);
}

static void decimal(u128 value) {
    char digits[40];
    int n = 0;
    do
        digits[n++] = (char)('0' + (int)(value % 10));
    while (value /= 10);
    while (n)
        putchar(digits[--n]);
    putchar('\n');
}

int main(void) {
    volatile uint64_t a = 0xfedcba9876543210u, b = 0x123456789abcdef1u;
    u128 product = (u128)a * b;
    show("product", product);
    show("square", product * product);
    show("quotient", product / 1000000007u);
    show("remainder", product % b);
    show("left", product << 37);
    show("right", product >> 71);
    show("difference", (u128)b - a);
    decimal(product);
    decimal(~(u128)0);
    i128 negative = -(i128)product / 12345;
    show("negative", (u128)negative);
    show("arithmetic", (u128)(negative >> 50));
    printf("%d %d %d\n", negative < 0, (u128)negative > product, (i128)a > negative);
    printf("%.6e %.6e\n", (double)product, (double)negative);
    show("from double", (u128)1e30);
    return 3;
}

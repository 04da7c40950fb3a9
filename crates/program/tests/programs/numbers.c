#include <stdio.h>
#include <stdarg.h>
#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 v) { printf("%lx:%lx\n", (unsigned long)(v >> 64), (unsigned long)v); }

static long sum(int n, ...) {
  va_list list; va_start(list, n);
  long total = 0;
  for (int i = 0; i < n; i++) total += i % 2 ? va_arg(list, long) : va_arg(list, int);
  double d = va_arg(list, double);
  va_end(list);
  return total + (long)d;
}

static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
static int classify(long v) {
  switch (v) { case -5: return 1; case 0: return 2; case 7: case 8: return 3; case 1000000000000: return 4; default: return 5; }
}

int main(void) {
  volatile uint64_t x = 0x123456789abcdef1, y = 0xfedcba9876543210;
  volatile int shift = 70;
  u128 p = (u128)x * y;
  show(p); show(p >> shift); show(p << 3); show(-p); show(p / 12345); show(p % ((u128)x << 5));
  i128 q = -(i128)x * 77;
  show(q); show(q >> 90); show(q / 13); show((u128)(int64_t)q);
  printf("%d %d %d\n", q < 0, p > (u128)q, (u128)q == p);
  printf("%ld\n", sum(5, 1, 2L, 3, 4L, 5, 2.5));
  printf("%u\n", gcd(123456, 7890));
  for (int i = -5; i < 9; i++) printf("%d ", classify(i));
  printf("%d\n", classify(1000000000000));
  volatile float f = 3.25f; volatile double d = -7.5;
  printf("%f %f %f %d %d %u\n", f * d, f / d, (double)f - d, (int)d, f > d, (unsigned)f);
  volatile int8_t c = -100; volatile uint8_t e = 200; volatile int16_t h = -30000;
  printf("%d %d %d %d %d\n", c * 2, (int8_t)(c - 100), e + 100, (uint8_t)(e + 100), h / 7);
  printf("%d %d %d\n", __builtin_popcountl(x), __builtin_clzl(x), __builtin_ctz(shift));
  printf("%x %lx\n", __builtin_bswap32((unsigned)x), __builtin_bswap64(y));
  int o; unsigned long uo;
  printf("%d ", __builtin_add_overflow(2000000000, (int)x, &o)); printf("%d ", o);
  printf("%d ", __builtin_mul_overflow(x, y, &uo)); printf("%lu\n", uo);
  volatile unsigned r = 0x80000001;
  printf("%x %x\n", r << 5 | r >> 27, (int)r >> 3);
  return (int)(p >> 120);
}

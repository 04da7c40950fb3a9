// Every conversion under every combination of flags, widths and precisions.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *widths[] = {"", "1", "9", "23"};
static const char *precisions[] = {"", ".", ".0", ".1", ".5", ".17"};

// All flags, as bits of `n`.
static char *flags(unsigned n) {
  static char text[8];
  char *to = text;
  for (int bit = 0; bit < 5; bit++)
    if (n >> bit & 1) *to++ = "-+ #0"[bit];
  *to = 0;
  return text;
}

static void v(const char *format, ...) {
  char text[64];
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  va_start(list, format);
  printf("%d:%s\n", vsnprintf(text, sizeof text, format, list), text);
  va_end(list);
}

int main(void) {
  char format[32];
  for (unsigned f = 0; f < 32; f++)
    for (int w = 0; w < 4; w++)
      for (int p = 0; p < 6; p++) {
        for (const char *c = "diuoxX"; *c; c++) {
          sprintf(format, "[%%%s%s%s%c]", flags(f), widths[w], precisions[p], *c);
          printf(format, 0);
          printf(format, 1234);
          printf(format, -1);
        }
        for (const char *c = "feEgGa"; *c; c++) {
          sprintf(format, "[%%%s%s%s%c]", flags(f), widths[w], precisions[p], *c);
          printf(format, 0.0);
          printf(format, 1234.5678);
          printf(format, -0.000123456789);
          printf(format, 1e300 * 1e300);
        }
        sprintf(format, "[%%%s%s%ss]", flags(f & 1), widths[w], precisions[p]);
        printf(format, "string");
        sprintf(format, "[%%%s%sc]", flags(f & 1), widths[w]);
        printf(format, 'c');
        puts("");
      }
  double values[] = {0.5, 1.5, 2.5, 0.125, 0.375, 1.005, 9.995, 99999.5, 999999.5, 0.0001, 0.00001, 123456789, 1e15, 1e16, 1e17,
                     1e22, 1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.1, 1.0 / 3, -0.0, 100, 1e5, 1e6, 1.97};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    printf("%f %e %g %a|", values[i], values[i], values[i], values[i]);
    printf("%.0f %.0e %.0g %.0a|%.1f %.1e %.1g %.1a|", values[i], values[i], values[i], values[i], values[i], values[i], values[i], values[i]);
    printf("%.2f %.3e %.4g %#.3g|%.20f %.30e %.40g %.25a\n", values[i], values[i], values[i], values[i], values[i], values[i], values[i], values[i]);
  }
  printf("%f %F %e %G %g %5.1f|%-8f|%08f\n", 0.0 / 0.0 > 0 ? 1 : __builtin_nan(""), __builtin_inf(), -__builtin_inf(), __builtin_nan(""), -__builtin_inf(), __builtin_inf(), __builtin_inf(), -__builtin_inf());
  printf("%hhd %hhu %hd %hu %d %u %ld %lu %lld %llu %zu %jd %td\n", 300, 300, 70000, 70000, -5, -5, -5L, -5L, -5LL, -5LL, (size_t)-5, (intmax_t)-5, (ptrdiff_t)-5);
  printf("%hhx %hx %x %lx %llx %o %#o %#x %#X\n", 0x1ff, 0x1ffff, -1, -1L, -1LL, 8, 8, 255, 255);
  printf("%*d|%-*d|%*d|%.*d|%.*d|%*.*f\n", 5, 42, 5, 42, -5, 42, 3, 7, -3, 7, 8, 2, 3.14159);
  printf("%2$s %1$s %2$s %3$*4$d\n", "first", "second", 7, 4);
  printf("%s %.3s %10s %-10s| %.*s %s\n", "abc", "abcdef", "right", "left", 2, "xyz", (char *)0);
  char unterminated[3] = {'a', 'b', 'c'};
  printf("%.3s %.2s %c%c%c %5c|%-5c|\n", unterminated, unterminated, 'x', 'y', 'z', 'r', 'l');
  printf("%p %p %10p %-10p|\n", (void *)0, (void *)0x1234, (void *)0, (void *)16);
  printf("100%% %5%|%c|\n", 'q');
  int count = 0;
  long far = 0;
  signed char tiny = 0;
  sprintf(format, "12345%n678%ln%hhn", &count, &far, &tiny);
  printf("%d %ld %d\n", count, far, tiny);
  char small[6];
  printf("%d", snprintf(small, sizeof small, "%s", "truncated"));
  printf(" %s %d\n", small, snprintf(NULL, 0, "%d items", 12));
  v("%d %s %f %c %ld %%", 1, "two", 3.0, '4', 5L);
  v("%s%s%s%s%s%s%s%s", "a", "b", "c", "d", "e", "f", "g", "h");
  v("%f%f%f%f%f%f%f%f%f %d", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10);
  printf("%'d\n", 1234567);
  return 0;
}

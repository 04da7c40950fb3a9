// strtol, strtod and their relatives: value, end and errno.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void integers(const char *text, int base) {
  char *end;
  errno = 0;
  long l = strtol(text, &end, base);
  printf("%-24s %2d: %ld %td %d", text, base, l, end - text, errno);
  errno = 0;
  unsigned long u = strtoul(text, &end, base);
  printf(" %lu %td %d", u, end - text, errno);
  errno = 0;
  long long ll = strtoll(text, NULL, base);
  printf(" %lld %llu %d\n", ll, strtoull(text, NULL, base), errno);
}

static void reals(const char *text) {
  char *end;
  errno = 0;
  double d = strtod(text, &end);
  printf("%-30s %a %td %d", text, d, end - text, errno);
  errno = 0;
  float f = strtof(text, &end);
  printf(" %a %td %d %g\n", f, end - text, errno, atof(text));
}

int main(void) {
  const char *texts[] = {"0", "42", "  -42xyz", "+7", "0x1F", "0X", "0xg", "017", "08", "zz", "-", "", " ", "9223372036854775807",
                         "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
                         "18446744073709551616", "-1", "-18446744073709551615", "1_000", "0b101", "\t\n\v\f\r 5"};
  int bases[] = {0, 10, 16, 2, 8, 36};
  for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
    for (int b = 0; b < 6; b++) integers(texts[t], bases[b]);
  errno = 0;
  strtol("1", NULL, 1);
  printf("%d %d %ld %lld\n", errno, atoi(" 12 "), atol("-12"), atoll("x"));
  const char *numbers[] = {"0", "-0", "1", "3.25xyz", " -.5e1 ", "1e", "1e+", "1e5", "5.", ".", "-", "", "1e400", "-1e400", "1e-400", "4.9e-324",
                           "2.2250738585072014e-308", "2.2250738585072011e-308", "2e-310", "1.1754943508222875e-38", "1e-46", "1e39", "3.4028235677973366e38",
                           "3.4028235e38", "0.1", "123456789012345678901234567890", "0.000000000000000000000000000000000000000000000001e48", "inf", "-iNfInItYx",
                           "infinit", "nan", "nan(12_x)z", "nan(12", "0x", "0x.p1", "0x1.8p1", "0x1.8p", "0x.8", "0xap-2q", "0x1p-1074", "0x1p-1075",
                           "0x1.8p-1075", "0x1.00000000000008p0", "0x1.00000000000018p0", "0x1.000000000000080001p0", "0x1p1024",
                           "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023", "0x1.000001p0", "0x1.000003p0", "0x1.0000011p0",
                           "0x0.0000000000001p-1022", "0x123456789abcdef01234.5p-40", "9007199254740993", "9007199254740992.9999999999",
                           "1.00000005960464477539062500001", "1.000000059604644775390625", "8.5899345928e9", "e5", "1e99999999999999999999", "0e99999999999999999999"};
  for (unsigned n = 0; n < sizeof numbers / sizeof *numbers; n++) reals(numbers[n]);
  printf("%jd %ju\n", strtoimax("-9", NULL, 10), strtoumax("9", NULL, 10));
  return 0;
}

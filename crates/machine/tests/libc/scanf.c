// sscanf: each conversion, what stops it, and what it returns.
#include <stdio.h>
#include <string.h>

#define TRY(format, text) \
  do { \
    int a = -7, b = -7, n = -7; \
    int result = sscanf(text, format "%n", &a, &b, &n); \
    printf("%-12s %-16s %d: %d %d %d\n", format, text, result, a, b, n); \
  } while (0)
#define REAL(text) \
  do { \
    float f = -7; double d = -7; int m = -7, n = -7; \
    int result = sscanf(text, "%f%n", &f, &m); \
    printf("%-16s %d: %a %d", text, result, f, m); \
    result = sscanf(text, "%lf%n", &d, &n); \
    printf(" %d: %a %d\n", result, d, n); \
  } while (0)
#define WORD(format, text) \
  do { \
    char s[32] = "unset", t[32] = "unset"; \
    int result = sscanf(text, format, s, t); \
    printf("%-16s %-16s %d: %s %s\n", format, text, result, s, t); \
  } while (0)

int main(void) {
  TRY("%d %d", "12 34");
  TRY("%d%d", " 12\n\t34 56");
  TRY("%d,%d", "12,34");
  TRY("%d,%d", "12 ,34");
  TRY("%d , %d", "12 ,34");
  TRY("%d %d", "12 x");
  TRY("%d %d", "12");
  TRY("%d %d", "");
  TRY("%d %d", "x");
  TRY("%d %d", "  ");
  TRY("%2d%d", "12345");
  TRY("%i %i", "0x1f 017");
  TRY("%i%i", "08");
  TRY("%x %x", "ff 0xFF");
  TRY("%x %x", "0xg 1");
  TRY("%o %u", "17 -1");
  TRY("%d %d", "99999999999 -99999999999999999999");
  TRY("%*d %d %d", "1 2 3");
  TRY("a%db%d", "a1b2");
  TRY("a%db%d", "a1c2");
  TRY("%d%%%d", "50%60");
  TRY("%d%% %d", "50 %60");
  TRY("%d-%d", "-5--6");
  TRY("%d %d", "+5 -");
  TRY("lit%d%d", "lit");
  TRY("lit%d%d", "lix");
  TRY("%d %d", "- 5");
  REAL("3.25");
  REAL("  -1e3x");
  REAL(".5.5");
  REAL("1e");
  REAL("1e+");
  REAL("1e400");
  REAL("inf");
  REAL("-INFINITYx");
  REAL("0x1.8p1");
  REAL("0x1p-3z");
  REAL("abc");
  REAL("");
  REAL("-");
  REAL("5.");
  REAL(".");
  REAL("1.17549435e-38");
  WORD("%s %s", "hello world");
  WORD("%3s%s", "hello world");
  WORD("%[a-z]%s", "abc123");
  WORD("%[^,],%s", "left,right");
  WORD("%[]x]%s", "]]xy");
  WORD("%[^]]]%s", "ab]c");
  WORD("%[a-]%s", "a-b");
  WORD("%5[0-9]%s", "1234567");
  WORD("%[0-9]%s", "abc");
  WORD("%s %[^\n]", "key a long value\nnext");
  WORD("%*s %s", "skip this");
  WORD("%s", "");
  WORD("%s", "   ");
  char c = '?', d = '?', three[4] = "???";
  int result = sscanf("a b", "%c%c", &c, &d);
  printf("%d %c %c\n", result, c, d);
  result = sscanf("a b", "%c %c", &c, &d);
  printf("%d %c %c\n", result, c, d);
  result = sscanf("xyz", "%3c", three);
  printf("%d %s\n", result, three);
  signed char tiny;
  short small;
  long large;
  long long larger;
  size_t size;
  void *pointer;
  result = sscanf("1 2 3 4 5 0x10", "%hhd %hd %ld %lld %zu %p", &tiny, &small, &large, &larger, &size, &pointer);
  printf("%d %d %d %ld %lld %zu %p\n", result, tiny, small, large, larger, size, pointer);
  int year, month, day;
  char name[16];
  result = sscanf("2023-11-14 user=me;", "%4d-%2d-%2d user=%15[^;];", &year, &month, &day, name);
  printf("%d %d %d %d %s\n", result, year, month, day, name);
  return 0;
}

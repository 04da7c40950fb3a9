// <ctype.h>: functions and the tables behind the macros.
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int (*tests[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace, isupper, isxdigit};
  for (int t = 0; t < 12; t++) {
    unsigned long sum = 0;
    for (int c = -1; c < 256; c++) sum = sum * 31 + (tests[t](c) != 0);
    printf("%d %lu\n", t, sum);
  }
  for (int c = 0; c < 128; c += 7) printf("%d%d%d%c%c ", isalpha(c) != 0, isdigit(c) != 0, isspace(c) != 0, isprint(c) ? toupper(c) : '.', isprint(c) ? tolower(c) : '.');
  puts("");
  unsigned long sum = 0;
  for (int c = -128; c < 256; c++) sum = sum * 33 + toupper(c) * 7 + tolower(c) + (*__ctype_b_loc())[c];
  printf("%lu %d %d\n", sum, toupper(-1), tolower(300));
  return 0;
}

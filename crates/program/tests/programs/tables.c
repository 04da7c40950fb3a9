#include <stdio.h>

static const char *name(unsigned kind) {
  switch (kind) {
  case 0: return "null";
  case 1: return "one";
  case 2: return "several";
  case 3: return "a longer one";
  case 4: return "last";
  default: return "unknown";
  }
}

static int weight(char c) {
  switch (c) {
  case 'a': return 3; case 'b': return -7; case 'c': return 1000; case 'd': return 12;
  case 'e': return 5; case 'f': return 90000; case 'g': return 0; default: return -1;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (unsigned i = 0; i < 7; i++) printf("%s\n", name(i * (argc + 1) % 7));
  int sum = 0;
  for (const char *p = "abcdefgh"; *p; p++) sum += weight(*p);
  printf("%d\n", sum);
  return 0;
}

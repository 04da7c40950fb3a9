// The string has no end: the byte behind it was never written.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  text[0] = 'a';
  puts(text);
  return 0;
}

// One byte too many, for the zero at the end.
#include <string.h>

int main(void) {
  char text[5];
  strcpy(text, "hello");
  return text[0];
}

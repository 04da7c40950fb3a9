// What fopen returned is not looked at.
#include <stdio.h>

int main(void) {
  FILE *file = fopen("missing", "r");
  fprintf(file, "text");
  return 0;
}

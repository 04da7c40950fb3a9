// Output, and what an empty input and missing files look like.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("%d %d\n", puts("line"), fputs("text\n", stdout) >= 0);
  putchar('a');
  putc('b', stdout);
  fputc('c', stdout);
  printf("%zu %zu\n", fwrite("12345\n", 1, 6, stdout), fwrite("", 0, 3, stdout));
  printf("%d %d %d\n", fflush(stdout), fflush(NULL), ferror(stdout));
  printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
  FILE *file = fopen("no/such/file", "r");
  printf("%d %s\n", file == NULL, strerror(errno));
  char buffer[16];
  int n = 5;
  printf("%d %d %d\n", getchar(), fgets(buffer, 16, stdin) == NULL, scanf("%d", &n));
  printf("%d %zu %d\n", feof(stdin) != 0, fread(buffer, 1, 4, stdin), getenv("NO_SUCH_VARIABLE") == NULL);
  char *made = NULL;
  printf("%d %s\n", asprintf(&made, "%d-%s", 7, "x"), made);
  free(made);
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(100000000007L, -3);
  printf("%d %d %ld %ld %d %ld\n", d.quot, d.rem, l.quot, l.rem, abs(-5), labs(-6L));
  errno = 0;
  perror("unseen");
  fprintf(stderr, "neither\n");
  return 0;
}

// <string.h>, each function with an ordinary and a boundary case.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return n < 0 ? -1 : n > 0; }
static const char *at(const char *base, const char *found) {
  static char text[4][32];
  static int next;
  char *to = text[next++ % 4];
  if (found) sprintf(to, "%td", found - base); else strcpy(to, "none");
  return to;
}

int main(void) {
  char a[32] = "hello", b[32], c[64];
  memset(b, 'x', sizeof b);
  b[31] = 0;
  printf("%s %zu %zu %zu\n", b, strlen(a), strnlen(a, 3), strnlen(a, 30));
  printf("%s %s\n", (char *)memcpy(b, "abcdef", 3), (char *)memmove(b + 1, b, 4));
  printf("%td\n", (char *)mempcpy(c, "12345", 6) - c);
  printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("abc", "abd", 2)), sign(memcmp("\x80", "\x01", 1)));
  printf("%s %s\n", at(a, memchr(a, 'l', 5)), at(a, memchr(a, 'z', 5)));
  printf("%s %s\n", at(a, memrchr(a, 'l', 5)), at(a, memrchr(a, 'h', 5)));
  printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), sign(strcmp("a", "a")), sign(strcmp("a\xff", "a")));
  printf("%d %d %d\n", sign(strncmp("abcX", "abcY", 3)), sign(strncmp("abcX", "abcY", 4)), strncmp("a", "b", 0));
  printf("%d %d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strcasecmp("a", "B")), strncasecmp("ABCx", "abcy", 3));
  printf("%s|", strcpy(c, a));
  printf("%td|", stpcpy(c, "xyz") - c);
  memset(c, '.', 16);
  strncpy(c, "ab", 5);
  printf("%d %d %d %c|", c[2], c[3], c[4], c[5]);
  strncpy(c, "abcdefgh", 4);
  c[4] = 0;
  printf("%s\n", c);
  strcpy(c, "one");
  printf("%s|%s\n", strcat(c, "+two"), strncat(c, "+three", 3));
  printf("%s %s %s\n", at(a, strchr(a, 'l')), at(a, strchr(a, 0)), at(a, strchr(a, 'q')));
  printf("%s %s\n", at(a, strrchr(a, 'l')), at(a, strrchr(a, 'q')));
  printf("%s %s\n", at(a, strchrnul(a, 'o')), at(a, strchrnul(a, 'q')));
  printf("%s %s %s\n", at(a, strstr(a, "ll")), at(a, strstr(a, "")), at(a, strstr(a, "lll")));
  printf("%s\n", at(a, strcasestr(a, "LLO")));
  printf("%zu %zu %s\n", strspn("112233x", "123"), strcspn("abc;d", ";,"), at(a, strpbrk(a, "ol")));
  char text[] = ",,a,b;;c,";
  for (char *token = strtok(text, ",;"); token; token = strtok(NULL, ",;")) printf("<%s>", token);
  char more[] = "k=v", *rest;
  char *key = strtok_r(more, "=", &rest), *value = strtok_r(NULL, "=", &rest);
  printf("<%s><%s><%s>\n", key, value, at(0, strtok_r(NULL, "=", &rest)));
  char list[] = "a::b", *cursor = list;
  for (char *part; (part = strsep(&cursor, ":"));) printf("[%s]", part);
  char *copy = strdup("copied"), *shorter = strndup("shortened", 5);
  printf("%s %s\n", copy, shorter);
  free(copy);
  free(shorter);
  printf("%s; %s; %s\n", strerror(0), strerror(ENOENT), strerror(9999));
  char *first = strerror(1);
  printf("%s and %s\n", first, strerror(2));
  char buffer[8];
  printf("%s\n", strerror_r(EINVAL, c, sizeof c));
  printf("%d\n", sign(strcoll("a", "b")));
  explicit_bzero(c, 3);
  bzero(c + 3, 3);
  printf("%d%d\n", c[0], c[5]);
  printf("%s\n", at(a, memmem(a, 5, "lo", 2)));
  struct { char bytes[3]; int number; } s = {"ab", 7}, t;
  memcpy(&t, &s, sizeof s);
  printf("%s %d\n", t.bytes, t.number);
  return 0;
}

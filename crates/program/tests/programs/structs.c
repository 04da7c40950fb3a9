#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };
struct big { long x[6]; char tag; };
struct bits { unsigned a : 3, b : 7, c : 20; signed d : 5; };
union both { float f; unsigned u; };
struct node { struct node *next; int value; };

static struct pair swap(struct pair p) { struct pair q = {p.b, p.a}; return q; }
static struct big fill(struct big s, int n) { for (int i = 0; i < 6; i++) s.x[i] += i * n; s.tag = 'q'; return s; }
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const table[])(int, int) = {add, sub};
static const char *names[] = {"zero", "one", "two"};

int main(void) {
  struct pair p = {3, 4};
  p = swap(p);
  printf("%d %d\n", p.a, p.b);
  struct big s = {{1, 2, 3, 4, 5, 6}, 'x'};
  s = fill(s, 7);
  for (int i = 0; i < 6; i++) printf("%ld ", s.x[i]);
  printf("%c\n", s.tag);
  struct bits b = {5, 100, 70000, -7};
  b.a += 4; b.c ^= 0x12345; b.d -= 3;
  printf("%d %d %d %d\n", b.a, b.b, b.c, b.d);
  union both u; u.f = 1.5f;
  printf("%x\n", u.u);
  for (int i = 0; i < 2; i++) printf("%d ", apply(table[i], 10, 3));
  printf("%s\n", names[p.a % 3]);
  struct node *list = 0;
  for (int i = 0; i < 10; i++) { struct node *n = malloc(sizeof *n); n->next = list; n->value = i * i; list = n; }
  int sum = 0;
  while (list) { struct node *n = list; sum += n->value; list = n->next; free(n); }
  printf("%d\n", sum);
  char buffer[32];
  memset(buffer, 'a', 10); buffer[10] = 0;
  memcpy(buffer + 3, "XYZ", 3);
  printf("%s %d\n", buffer, (int)strlen(buffer));
  return 42;
}

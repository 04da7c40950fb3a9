// qsort, qsort_r and bsearch: results, stability and the order of comparisons.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { int key; char name[5]; };
static int calls;
static int by_key(const void *a, const void *b) {
  calls++;
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}
static int traced(const void *a, const void *b) {
  printf("(%d %d)", *(const int *)a, *(const int *)b);
  return *(const int *)a - *(const int *)b;
}
static int directed(const void *a, const void *b, void *direction) {
  return (*(const char *)a - *(const char *)b) * *(int *)direction;
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  struct item items[] = {{3, "c1"}, {1, "a1"}, {3, "c2"}, {2, "b1"}, {1, "a2"}, {3, "c3"}, {0, "z"}};
  int count = sizeof items / sizeof *items;
  qsort(items, count, sizeof *items, by_key);
  for (int i = 0; i < count; i++) printf("%d%s ", items[i].key, items[i].name);
  printf("%d\n", calls);
  int numbers[] = {5, 3, 9, 1, 7, 2};
  qsort(numbers, 6, sizeof(int), traced);
  puts("");
  char letters[] = "merge sort";
  int down = -1;
  qsort_r(letters, 10, 1, directed, &down);
  printf("%s\n", letters);
  char *words[] = {"pear", "apple", "fig", "date"};
  qsort(words, 4, sizeof *words, by_text);
  for (int i = 0; i < 4; i++) printf("%s ", words[i]);
  puts("");
  struct item key = {2, ""}, missing = {9, ""};
  struct item *found = bsearch(&key, items, count, sizeof *items, by_key);
  printf("%s %d\n", found ? found->name : "none", bsearch(&missing, items, count, sizeof *items, by_key) == NULL);
  qsort(numbers, 0, 4, traced);
  static int many[500];
  unsigned state = 1;
  for (int i = 0; i < 500; i++) many[i] = (state = state * 1103515245 + 12345) >> 16 & 0xff;
  qsort(many, 500, sizeof(int), by_key);
  for (int i = 0; i < 500; i += 50) printf("%d ", many[i]);
  puts("");
  return 0;
}

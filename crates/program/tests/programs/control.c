#include <stdio.h>
#include <stdlib.h>

static int run(const unsigned char *code) {
  static void *labels[] = {&&push, &&add, &&mul, &&swap, &&halt};
  int stack[16], *top = stack;
  goto *labels[*code++];
push: *top++ = *code++; goto *labels[*code++];
add: top--; top[-1] += *top; goto *labels[*code++];
mul: top--; top[-1] *= *top; goto *labels[*code++];
swap: { int t = top[-1]; top[-1] = top[-2]; top[-2] = t; } goto *labels[*code++];
halt: return top[-1];
}

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    while (j > 0 && a[j - 1] > v) { a[j] = a[j - 1]; j--; }
    a[j] = v;
  }
}

static unsigned fibonacci(unsigned n) {
  unsigned a = 0, b = 1;
  while (n--) { unsigned t = a; a = b; b = t + b; }
  return a;
}

static int rotate(int n) {
  int a = 1, b = 2, c = 3;
  for (int i = 0; i < n; i++) { int t = a; a = b; b = c; c = t; if (i % 3 == 1) { t = b; b = a; a = t; } }
  return a * 100 + b * 10 + c;
}

static long total(int n) {
  int values[n];
  for (int i = 0; i < n; i++) values[i] = i * 3;
  long sum = 0;
  for (int i = n - 1; i >= 0; i--) sum += values[i] << (i & 3);
  return sum;
}

int table[8][8];

int main(void) {
  unsigned char code[] = {0, 6, 0, 7, 2, 0, 5, 3, 1, 4};
  printf("%d\n", run(code));
  int a[] = {5, 2, 9, -1, 7, 7, 0, 3};
  sort(a, 8);
  for (int i = 0; i < 8; i++) printf("%d ", a[i]);
  printf("\n%u %d %d %d\n", fibonacci(40), rotate(1), rotate(5), rotate(1000));
  printf("%ld %ld\n", total(10), total(100));
  for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) table[i][j] = i ^ j * 3;
  int s = 0;
  for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) { if (table[j][i] > 9) continue; if (i * j == 42) break; s += table[j][i] * (i - j); }
  printf("%d\n", s);
  int x = 0, steps = 0;
  do { x = x * 5 + 3 & 1023; steps++; } while (x && steps < 5000);
  printf("%d %d\n", x, steps);
  short w[64]; long acc = 0;
  for (int i = 0; i < 64; i++) w[i] = i * i - 500;
  for (int i = 0; i < 64; i++) acc += w[i] * w[63 - i];
  int m = w[0];
  for (int i = 1; i < 64; i++) if (w[i] > m) m = w[i];
  printf("%ld %d\n", acc, m);
  if (acc == 12345) exit(3);
  return 7;
}

//@ verdict: ok
//@ about: initialised globals of every kind, static locals, tentative definitions, constructors
#include <stdio.h>

int tentative;
int tentative;
static double table[2][3] = {{1.5}, {2.5, 3.5}};
static const char *const names[3] = {"alpha", [2] = "gamma"};
static struct { int n; const char *text; int *where; int (*function)(void); } record = {
    3, &"text"[1], &tentative, 0};
static char text[10] = "abc";
static unsigned char mask[] = {[3] = 8, [1] = 2};
static long long wide = 0x7fffffffffffffff - 1;
static float real = 1.0f / 3;
static int *chain = &record.n;

static int counter(void) {
    static int calls = 40;
    return ++calls;
}

__attribute__((constructor(200))) static void early(void) { tentative = 1; }
__attribute__((constructor(300))) static void later(void) { tentative = tentative * 10 + 2; }
__attribute__((destructor)) static void last(void) { printf("last %d\n", counter()); }

int main(void) {
    record.function = counter;
    printf("%d %g %g %g\n", tentative, table[0][0], table[0][2], table[1][1]);
    printf("%s %d %s\n", names[0], names[1] == 0, names[2]);
    int first = record.function(), second = record.function();
    printf("%d %s %d %d %d\n", record.n, record.text, *record.where, first, second);
    printf("%s %d %zu %d %d\n", text, text[9], sizeof mask, mask[1], mask[2]);
    printf("%lld %.9g %d\n", wide, real, ++*chain);
    return 0;
}

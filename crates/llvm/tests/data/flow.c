// Jumps, calls and frames: switches, computed gotos, variadic functions, structs by value.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct large {
    long numbers[10];
};

struct small {
    int a;
    char b;
};

struct mixed {
    double x;
    float y;
    int z;
};

static struct large make(int seed) {
    struct large made = {{seed, seed * 2}};
    made.numbers[9] = seed + 9;
    return made;
}

static long take(struct large large, struct small small, struct mixed mixed) {
    large.numbers[0]++;
    return large.numbers[0] + large.numbers[9] + small.a + small.b + (long)mixed.x + mixed.z;
}

static double add(int count, ...) {
    va_list list;
    double sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return sum;
}

static int choose(int key) {
    switch (key) {
    case 1: return 3;
    case -5: return 7;
    case 10 ... 19: return 8;
    case 1000000: return 9;
    default: return 0;
    }
}

static int interpret(const char *code) {
    static void *const labels[] = {&&increment, &&twice, &&stop};
    int value = 0;
    goto *labels[*code++ - '0'];
increment:
    value++;
    goto *labels[*code++ - '0'];
twice:
    value *= 2;
    goto *labels[*code++ - '0'];
stop:
    return value;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static jmp_buf back;

static void leap(int depth) {
    if (depth == 0)
        longjmp(back, 4);
    leap(depth - 1);
}

static int old_style();

int main(int argc, char **argv) {
    int sizes[argc + 3];
    for (int i = 0; i < argc + 3; i++)
        sizes[i] = (i * 7) % 5;
    qsort(sizes, argc + 3, sizeof *sizes, compare);
    struct small small = {3, 'b'};
    struct mixed mixed = {2.5, 1.5f, 4};
    printf("%ld %g\n", take(make(argc), small, mixed), add(4, 1, 2.5, 3, 4.25));
    printf("%d %d %d %d\n", choose(1), choose(-5), choose(15), choose(argc));
    printf("%d %d %d\n", interpret("00100102"), fibonacci(12), old_style(2, 3));
    for (int i = 0; i < argc + 3; i++)
        printf("%d ", sizes[i]);
    volatile int tries = 0;
    if (setjmp(back) == 0 && ++tries)
        leap(3);
    char *text = malloc(16);
    strcpy(text, argv[0] ? "yes" : "no");
    asm volatile("" ::: "memory");
    printf("%d %s\n", tries, text);
    free(text);
    do {
        argc += 5;
        if (argc & 1)
            continue;
    } while (argc < 40);
    return argc;
}

static int old_style(a, b) int a, b; { return a * 10 + b; }

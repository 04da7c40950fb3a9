//@ verdict: ok
//@ exit: 5
//@ about: tables of functions, callbacks with context, functions returning functions
#include <stdio.h>

typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static const struct { char symbol; binary function; } operators[] = {
    {'+', add}, {'-', subtract}, {'*', multiply}};

static binary find(char symbol) {
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].symbol == symbol)
            return operators[i].function;
    return NULL;
}

static int calculate(const char *postfix) {
    int stack[10], depth = 0;
    for (; *postfix; postfix++) {
        if (*postfix >= '0' && *postfix <= '9') {
            stack[depth++] = *postfix - '0';
        } else {
            binary function = find(*postfix);
            int right = stack[--depth];
            stack[depth - 1] = function(stack[depth - 1], right);
        }
    }
    return stack[0];
}

static void each(const int *numbers, int count, void (*visit)(int, void *), void *context) {
    for (int i = 0; i < count; i++)
        visit(numbers[i], context);
}

static void sum(int number, void *context) { *(long *)context += number; }
static void print(int number, void *context) { printf("%s%d", (const char *)context, number); }
static double (*choose(int which))(double);
static double half(double x) { return x / 2; }
static double twice(double x) { return x * 2; }
static double (*choose(int which))(double) { return which ? half : twice; }

int main(void) {
    int numbers[] = {4, 8, 15, 16, 23, 42};
    long total = 0;
    printf("%d %d %d\n", calculate("34+"), calculate("93-2*"), calculate("12+34+*5-"));
    each(numbers, 6, sum, &total);
    each(numbers, 6, print, ", ");
    printf("\n%ld %g %g %d\n", total, choose(0)(3), choose(1)(3), find('/') == NULL);
    return 5;
}

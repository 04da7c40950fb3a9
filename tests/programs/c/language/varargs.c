//@ verdict: ok
//@ about: variable arguments of several types, copied and passed on
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static double total(const char *types, ...) {
    va_list list, again;
    double sum = 0;
    va_start(list, types);
    va_copy(again, list);
    for (int pass = 0; pass < 2; pass++)
        for (const char *t = types; *t; t++) {
            va_list *source = pass ? &again : &list;
            if (*t == 'i')
                sum += va_arg(*source, int);
            else if (*t == 'l')
                sum += (double)va_arg(*source, long long);
            else
                sum += va_arg(*source, double);
        }
    va_end(list);
    va_end(again);
    return sum;
}

static int format(char *buffer, size_t size, const char *text, ...) {
    va_list list;
    va_start(list, text);
    int length = vsnprintf(buffer, size, text, list);
    va_end(list);
    return length;
}

int main(void) {
    char buffer[32];
    assert(total("idlidddddddddii", 1, 2.5, 1000000000000LL, 4, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
                 1.0, 1.0, 1.0, 10, 20) == 2 * (1000000000000.0 + 46.5));
    assert(format(buffer, sizeof buffer, "%d-%s-%.1f", 7, "x", 2.5) == 7);
    assert(strcmp(buffer, "7-x-2.5") == 0);
    return 0;
}

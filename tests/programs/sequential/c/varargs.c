//@ verdict: ok
//@ width: 64
//@ about: variable argument lists of mixed types, copied and passed on
#include <stdarg.h>
#include <stdio.h>

struct point { int x, y; };
struct big { long cells[5]; };

static void show(const char *types, ...) {
    va_list list;
    va_start(list, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': printf("int %d; ", va_arg(list, int)); break;
        case 'u': printf("unsigned %u; ", va_arg(list, unsigned)); break;
        case 'l': printf("long %ld; ", va_arg(list, long)); break;
        case 'd': printf("double %g; ", va_arg(list, double)); break;
        case 's': printf("string %s; ", va_arg(list, char *)); break;
        case 'c': printf("char %c; ", va_arg(list, int)); break;
        case 'p': { struct point p = va_arg(list, struct point); printf("point %d,%d; ", p.x, p.y); break; }
        case 'b': { struct big b = va_arg(list, struct big); printf("big %ld; ", b.cells[4]); break; }
        }
    va_end(list);
    putchar('\n');
}

static int vsum(int count, va_list list) {
    int sum = 0;
    while (count--)
        sum += va_arg(list, int);
    return sum;
}

static int twice(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int result = vsum(count, list) * 1000 + vsum(count - 1, copy);
    va_end(copy);
    va_end(list);
    return result;
}

int main(void) {
    struct point p = {3, -4};
    struct big b = {{1, 2, 3, 4, 5}};
    show("iuldsc", -1, 4000000000u, 1L << 40, 2.5, "text", 'x');
    show("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
    show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    show("ipdbipib", 1, p, 1.5, b, 2, p, 3, b);
    printf("%d %d\n", twice(3, 10, 20, 30), twice(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    return 0;
}

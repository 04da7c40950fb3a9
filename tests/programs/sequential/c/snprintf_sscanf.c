//@ verdict: ok
//@ exit: 11
//@ about: formatting into buffers that are too small, and scanning text apart
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int format(char *buffer, size_t size, const char *template, ...) {
    va_list list;
    va_start(list, template);
    int length = vsnprintf(buffer, size, template, list);
    va_end(list);
    return length;
}

int main(void) {
    char buffer[32];
    for (size_t size = 0; size <= 12; size += 3) {
        strcpy(buffer, "untouched");
        int length = snprintf(buffer, size, "%d-%s", 12345, "abc");
        printf("%zu %d %s\n", size, length, buffer);
    }
    printf("%d ", sprintf(buffer, "%05.1f|%x", 3.25, 48879));
    puts(buffer);
    printf("%d %s\n", format(buffer, 10, "%s %s", "first", "second"), buffer);
    printf("%d\n", snprintf(NULL, 0, "%d", 1234567));

    int a = 0, b = 0, n = 0;
    unsigned x = 0;
    long l = 0;
    float f = 0;
    double d = 0;
    char word[16] = "", c = 0, set[16] = "";
    printf("%d: %d %d\n", sscanf("12 -7", "%d %d", &a, &b), a, b);
    printf("%d: %x %ld\n", sscanf("ff,1234567890123", "%x,%ld", &x, &l), x, l);
    printf("%d: %g %g\n", sscanf("1.5e3 -0.25", "%f %lf", &f, &d), f, d);
    printf("%d: %s %c\n", sscanf("  hello world", "%15s %c", word, &c), word, c);
    printf("%d: %s %d\n", sscanf("abc123", "%[a-z]%d", set, &a), set, a);
    printf("%d: %d\n", sscanf("99 bottles", "%*d %n", &n), n);
    printf("%d %d\n", sscanf("x", "%d", &a), sscanf("", "%d", &a));
    printf("%d: %s|%s\n", sscanf("key=value;", "%[^=]=%[^;]", word, set), word, set);
    printf("%d: %d %d\n", sscanf("0x1f 077", "%i %i", &a, &b), a, b);
    printf("%d: %d %d\n", sscanf("12345", "%2d%3d", &a, &b), a, b);
    return 11;
}

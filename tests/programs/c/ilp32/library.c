//@ verdict: ok
//@ cflags: -m32 -D_GNU_SOURCE
//@ about: library functions with sizes, long and pointers of 32 bits
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int format(char *to, size_t size, const char *how, ...) {
    va_list list;
    va_start(list, how);
    int length = vsnprintf(to, size, how, list);
    va_end(list);
    return length;
}

int main(void) {
    char text[80], *end, *rest;
    int numbers[] = { 5, 3, 9, 1 };
    qsort(numbers, 4, sizeof(int), by_value);
    assert(numbers[0] == 1 && numbers[3] == 9);
    int key = 5;
    assert(bsearch(&key, numbers, 4, sizeof(int), by_value) == &numbers[2]);

    assert(strtol("-12x", &end, 10) == -12 && *end == 'x');
    errno = 0;
    assert(strtol("3000000000", 0, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoul("3000000000", 0, 10) == 3000000000ul && errno == 0);
    assert(strtoul("5000000000", 0, 10) == ULONG_MAX && errno == ERANGE);
    assert(strtoll("5000000000", 0, 10) == 5000000000ll);
    assert(labs(-5L) == 5 && ldiv(-7, 2).quot == -3 && ldiv(-7, 2).rem == -1 && div(7, 2).rem == 1);
    assert(lldiv(-7000000000ll, 2).quot == -3500000000ll);

    snprintf(text, sizeof text, "%ld %lu %zu %lld %s %d %.1f", -1L, ULONG_MAX, sizeof text, -5000000000ll, "s", 3, 2.5);
    assert(!strcmp(text, "-1 4294967295 80 -5000000000 s 3 2.5"));
    format(text, sizeof text, "%d %lld %s %.2f %*d %ld", 1, 1ll << 40, "word", 0.25, 4, 7, -9L);
    assert(!strcmp(text, "1 1099511627776 word 0.25    7 -9"));
    long number;
    long long wide;
    double real;
    void *pointer;
    assert(sscanf("-4 5000000000 1.5 0x10", "%ld %lld %lf %p", &number, &wide, &real, &pointer) == 4);
    assert(number == -4 && wide == 5000000000ll && real == 1.5 && pointer == (void *)16);

    strcpy(text, "a,b");
    assert(!strcmp(strtok_r(text, ",", &rest), "a") && !strcmp(strtok_r(0, ",", &rest), "b"));
    struct timespec now;
    assert(clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_nsec < 1000000000);
    time_t moment = 86400;
    struct tm date;
    assert(gmtime_r(&moment, &date) && date.tm_mday == 2 && !strcmp(date.tm_zone, "GMT"));
    assert(mktime(&date) == 86400 && difftime(1, 2) == -1.0);
    void *aligned;
    assert(posix_memalign(&aligned, 1024, 10) == 0 && (unsigned long)aligned % 1024 == 0);
    free(aligned);
    char *copy = strdup("copy");
    assert(strlen(copy) == 4 && copy[4] == 0);
    free(copy);
    return 0;
}

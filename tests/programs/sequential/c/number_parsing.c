//@ verdict: ok
//@ about: strtol, strtoul, strtod and their limits
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *integers[] = {"0", "42", "-17", "+5", "  99 rest", "0x1F", "077", "12ab", "", "abc", "-",
                              "9223372036854775807", "9223372036854775808", "-9223372036854775809"};
    const int bases[] = {10, 0, 16, 8, 36};
    for (unsigned i = 0; i < sizeof integers / sizeof *integers; i++)
        for (unsigned j = 0; j < 5; j++) {
            char *end;
            errno = 0;
            long value = strtol(integers[i], &end, bases[j]);
            printf("%s/%d=%ld rest '%s' %d; ", integers[i], bases[j], value, end, errno == ERANGE);
            errno = 0;
            unsigned long u = strtoul(integers[i], &end, bases[j]);
            printf("%lu %d\n", u, errno == ERANGE);
        }
    const char *reals[] = {"0", "1.5", "-2.25e3", ".5", "5.", "1e-10", "inf", "-infinity", "nan", "0x1.8p3",
                           "1e400", "1e-400", "x", "3.14abc", "2.2250738585072014e-308", "123456789012345678901234567890"};
    for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++) {
        char *end;
        double value = strtod(reals[i], &end);
        if (value != value)
            printf("nan");
        else
            printf("%.17g", value);
        printf(" rest '%s'\n", end);
    }
    printf("%d %ld %lld %g %.9g\n", atoi("-12x"), atol("99"), atoll("123456789012"), atof("1e3"), strtof("0.1", NULL));
    return 0;
}

//@ verdict: ok
//@ about: the basics of stdlib, ctype and math
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
    char *end;
    assert(atoi(" 42abc") == 42 && atol("-7") == -7 && atof("2.5e1") == 25.0);
    assert(strtol("ff", &end, 16) == 255 && *end == 0);
    assert(strtoul("077", NULL, 0) == 63);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtod("1.5x", &end) == 1.5 && *end == 'x');
    assert(abs(-3) == 3 && labs(-4L) == 4 && llabs(-5LL) == 5);
    div_t d = div(17, 5);
    assert(d.quot == 3 && d.rem == 2);
    assert(isdigit('7') && !isdigit('x') && isalpha('q') && isspace('\t') && isxdigit('F'));
    assert(toupper('b') == 'B' && tolower('B') == 'b' && ispunct('!') && isupper('A'));
    assert(sqrt(2.25) == 1.5 && fabs(-1.0) == 1.0 && floor(-1.5) == -2.0 && ceil(1.2) == 2.0);
    assert(pow(2.0, 10.0) == 1024.0 && fmod(7.5, 2.0) == 1.5 && round(2.5) == 3.0);
    assert(isnan(NAN) && isinf(INFINITY) && !isnan(1.0));
    assert(fmax(1.0, 2.0) == 2.0 && trunc(-2.7) == -2.0 && log(1.0) == 0.0 && exp(0.0) == 1.0);
    return 0;
}

//@ verdict: ok
//@ about: the exact functions of math.h and rounded results of the others
#include <math.h>
#include <stdio.h>

int main(void) {
    const double values[] = {-2.5, -1.5, -0.5, -0.0, 0.3, 0.5, 1.5, 2.5, 1e10, 123456.789};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        double v = values[i];
        printf("%g: %g %g %g %g %g %g\n", v, floor(v), ceil(v), trunc(v), round(v), rint(v), fabs(v));
        printf("  %ld %ld %g %g\n", lround(v), lrint(v), fmod(v, 0.7), copysign(1, v));
    }
    double whole;
    int exponent;
    double part = modf(-3.75, &whole);
    printf("%g %g\n", part, whole);
    part = frexp(80.0, &exponent);
    printf("%g %d %g\n", part, exponent, ldexp(0.75, 5));
    for (int i = 1; i <= 5; i++) {
        double v = i * 0.7;
        printf("%.10f %.10f %.10f %.10f\n", sqrt(v), cbrt(v), exp(v), log(v));
        printf("%.10f %.10f %.10f %.10f\n", sin(v), cos(v), tan(v), atan2(v, 2));
        printf("%.10f %.10f %.10f %.10f\n", pow(v, 1.3), log2(v), log10(v), hypot(v, 3));
    }
    printf("%.6f %.6f\n", sqrtf(2.0f), floorf(-0.5f));
    printf("%g %g %g\n", fmin(1, 2), fmax(NAN, 3), fma(2, 3, 4));
    printf("%d %d\n", isnan(sqrt(-1)) != 0, isinf(log(0)) != 0);
    return 0;
}

//@ verdict: ok
//@ width: 64
//@ about: float and double arithmetic, comparisons and special values
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits32(float f) { uint32_t b; memcpy(&b, &f, 4); return b; }
static uint64_t bits64(double d) { uint64_t b; memcpy(&b, &d, 8); return b; }

int main(void) {
    volatile float f = 0.1f, g = 3.7f;
    volatile double d = 0.1, e = 3.7, zero = 0.0;
    printf("%08x %08x %08x %08x %08x\n", bits32(f + g), bits32(f - g), bits32(f * g), bits32(f / g), bits32(-f));
    printf("%016lx %016lx %016lx %016lx\n", bits64(d + e), bits64(d - e), bits64(d * e), bits64(d / e));
    printf("%.9g %.17g %g %g\n", f, d, f + g, d * e);
    printf("%d %d %d %d\n", f == d, (float)d == f, d + 0.2 == 0.3, 1.0 / zero > DBL_MAX);
    double inf = 1.0 / zero, nan = zero / zero;
    printf("%f %f %f %d %d\n", inf, -inf, fabs(nan), nan == nan, nan < inf);
    printf("%d %d %d %d\n", isnan(nan), isinf(-inf), signbit(-zero) != 0, fpclassify(DBL_MIN / 2) == FP_SUBNORMAL);
    double sum = 0;
    float fsum = 0;
    for (int i = 1; i <= 1000; i++) {
        sum += 1.0 / i;
        fsum += 1.0f / i;
    }
    printf("%.15f %.7f\n", sum, fsum);
    double x = 1;
    for (int i = 0; i < 60; i++)
        x = x * 0.5 + 1.0 / (x + 1);
    printf("%a %.17g\n", x, x);
    printf("%g %g %g %g\n", DBL_MAX, DBL_MIN, FLT_MAX, FLT_EPSILON);
    printf("%g %g\n", DBL_MIN / 3, (double)(FLT_MIN / 3));
    return 0;
}

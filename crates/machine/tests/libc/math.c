// <math.h>: bits of results, and errno where glibc sets it.
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>

static const double values[] = {0.0, -0.0, 0.5, -0.5, 1, -1, 1.5, 2.5, -2.5, 3.7, 10, 100.25, -700, 750, 1e-310, 1e-5, 1e10, 4e18, 1e300, -1e300, INFINITY, -INFINITY, NAN};
static volatile double keep;

#define ONE(f, g) \
  printf("%s:", #f); \
  for (int i = 0; i < sizeof values / sizeof *values; i++) { \
    errno = 0; \
    double result = f(values[i]); \
    int error = errno; \
    float single = g((float)values[i]); \
    if (result != result) printf(" nan/%d", error); else printf(" %a/%d", result, error); \
    if (single != single) printf(" nan"); else printf(" %a", single); \
  } \
  puts("");
#define TWO(f, g) \
  printf("%s:", #f); \
  for (int i = 0; i < sizeof values / sizeof *values; i++) \
    for (int j = 0; j < sizeof values / sizeof *values; j++) { \
      double result = f(values[i], values[j]); \
      float single = g((float)values[i], (float)values[j]); \
      if (result != result) printf(" nan"); else printf(" %a", result); \
      if (single != single) printf(" nan"); else printf(" %a", single); \
    } \
  puts("");
#define WHOLE(f, g) \
  printf("%s:", #f); \
  for (int i = 0; i < sizeof values / sizeof *values; i++) printf(" %lld %lld", (long long)f(values[i]), (long long)g((float)values[i])); \
  puts("");

int main(void) {
  ONE(sin, sinf) ONE(cos, cosf) ONE(tan, tanf) ONE(asin, asinf) ONE(acos, acosf) ONE(atan, atanf) ONE(sinh, sinhf) ONE(cosh, coshf) ONE(tanh, tanhf)
  ONE(exp, expf) ONE(exp2, exp2f) ONE(expm1, expm1f) ONE(log, logf) ONE(log2, log2f) ONE(log10, log10f) ONE(log1p, log1pf) ONE(sqrt, sqrtf)
  ONE(floor, floorf) ONE(ceil, ceilf) ONE(round, roundf) ONE(trunc, truncf) ONE(rint, rintf) ONE(nearbyint, nearbyintf) ONE(fabs, fabsf)
  TWO(atan2, atan2f) TWO(pow, powf) TWO(hypot, hypotf) TWO(fmod, fmodf) TWO(remainder, remainderf) TWO(fdim, fdimf) TWO(copysign, copysignf)
  WHOLE(lround, lroundf) WHOLE(llround, llroundf) WHOLE(lrint, lrintf) WHOLE(llrint, llrintf)
  printf("%a %a %a %a\n", fmin(1, NAN), fmax(NAN, 2), fmin(3, 2), fmaxf(3, 2));
  for (int i = 0; i < sizeof values / sizeof *values - 1; i++) {
    int exponent = -1;
    double fraction = frexp(values[i], &exponent), whole;
    if (isinf(values[i])) exponent = 0;
    printf("%a %d ", fraction, exponent);
    fraction = modf(values[i], &whole);
    printf("%a %a %a %a %a ", fraction, whole, ldexp(values[i], 3), scalbn(values[i], -1060), ldexp(values[i], 2000));
    printf("%d %d %d %d %d\n", isnan(values[i]), isinf(values[i]), isfinite(values[i]), !!signbit(values[i]), fpclassify(values[i]));
  }
  printf("%a %a %d %a\n", fma(0x1.1p0, 0x1.fp30, -0x1p-30), nextafter(1, 2), ilogb(1000), logb(1e-310));
  // Not the last digit: glibc does not always round it as it should.
  for (int i = 0; i < sizeof values / sizeof *values; i++) printf("%.14g %.6g ", cbrt(values[i]), cbrtf(values[i]));
  keep = 2;
  printf("%a %a\n", sin(keep), cos(keep));
  return 0;
}

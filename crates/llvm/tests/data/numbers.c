// Arithmetic of every width and format, vectors, and loops that optimisers vectorise.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

typedef float four __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(16)));

static uint64_t state = 88172645463325252ull;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static four blend(four a, four b) {
    ints mask = a < b;
    four mixed = __builtin_shufflevector(a, b, 0, 5, 2, 7);
    mixed[1] += 1;
    return mixed * 2.0f - (four)(mask & (ints)a);
}

static double polynomial(const double *x, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[i] * x[i] - fabs(x[i]) / 3;
    return sum;
}

static void scale(float *restrict out, const int16_t *restrict in, int count) {
    for (int i = 0; i < count; i++)
        out[i] = in[i] > 100 ? in[i] * 0.5f : -in[i];
}

struct fields {
    int a : 7;
    unsigned b : 13;
    long c : 40;
};

int main(void) {
    int8_t byte = (int8_t)next();
    uint16_t half = (uint16_t)next();
    int32_t word = (int32_t)next();
    uint64_t big = next();
    __int128 wide = (__int128)big * (int64_t)next();
    unsigned __int128 uwide = (unsigned __int128)wide / 1000003u;
    printf("%d %u %d %lu\n", byte / 3, half % 7, word >> 3, big >> 5);
    printf("%lx %lx %lx\n", (long)(wide >> 64), (long)wide, (long)(uwide % 12345));
    printf("%d %d %d %lu\n", byte < word, (uint32_t)word > half, (int)(wide < 0), (uint64_t)(double)(big >> 12));
    int overflowed = __builtin_add_overflow(word, 0x7fffffff, &word);
    printf("%d %d %d %d %d\n", overflowed, __builtin_popcountll(big), __builtin_clz(half | 1), __builtin_ctzll(big), __builtin_bswap32(word));
    double numbers[37];
    int16_t shorts[37];
    float floats[37];
    for (int i = 0; i < 37; i++) {
        numbers[i] = (double)(int64_t)next() / 1e15;
        shorts[i] = (int16_t)(next() % 300);
    }
    scale(floats, shorts, 37);
    float total = 0;
    for (int i = 0; i < 37; i++)
        total += floats[i];
    long double extended = (long double)polynomial(numbers, 37) + 0.1L;
    printf("%a %g %La %Lf\n", polynomial(numbers, 37), total, extended, extended * extended);
    four a = {1, 2, 3, 4}, b = {4, 3, 2, 1}, c = blend(a, b);
    printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
    printf("%g %g %d %d %d\n", fmod(7.5, 2), sqrt(2), isnan(0.0 / (word - word)), (int)-2.7, (unsigned char)250.5);
    struct fields fields = {(int)big, (unsigned)half, (long)big};
    fields.c -= fields.a + fields.b;
    printf("%d %u %ld\n", fields.a, fields.b, (long)fields.c);
    return (int)(big % 100);
}

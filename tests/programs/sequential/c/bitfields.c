//@ verdict: ok
//@ about: signed and unsigned bit-fields of many widths
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct fields {
    unsigned a : 1;
    signed b : 3;
    unsigned c : 9;
    unsigned : 0;
    uint64_t d : 40;
    int64_t e : 24;
    _Bool f : 1;
    signed char g : 5;
};

static void show(const struct fields *f) {
    printf("%d %d %d %llu %lld %d %d\n", f->a, f->b, f->c, (unsigned long long)f->d, (long long)f->e, f->f, f->g);
}

int main(void) {
    struct fields f;
    memset(&f, 0, sizeof f);
    show(&f);
    volatile int small = 3, large = 1000, odd = 17;
    volatile uint64_t wide = 0x123456789abcdULL;
    f.a = small;
    f.b = small + 2;
    f.c = large;
    f.d = wide;
    f.e = -5;
    f.f = large;
    f.g = odd;
    show(&f);
    for (int i = 0; i < 20; i++) {
        f.a ^= 1;
        f.b++;
        f.c -= 37;
        f.d = f.d * 31 + 7;
        f.e = f.e * 5 - 1;
        f.g += 3;
        show(&f);
    }
    printf("%zu\n", sizeof f);
    return 0;
}

//@ verdict: ok
//@ about: structures, nested and padded, unions, arrays of structures, comparison of layouts
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct inner { char tag; short numbers[3]; };
struct outer { struct inner first; double value; struct inner rest[2]; char end; };
struct __attribute__((packed)) tight { char a; int b; short c; };
union view { uint32_t word; uint8_t bytes[4]; float real; struct { uint16_t low, high; } halves; };

static struct outer make(int seed) {
    struct outer o;
    memset(&o, 0, sizeof o);
    o.first.tag = (char)('a' + seed);
    o.value = seed * 1.5;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            o.rest[i].numbers[j] = (short)(seed * 100 + i * 10 + j);
    o.end = 'z';
    return o;
}

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct inner), sizeof(struct outer), sizeof(struct tight), sizeof(union view));
    printf("%zu %zu %zu\n", offsetof(struct outer, value), offsetof(struct outer, rest), offsetof(struct tight, c));
    struct outer all[3];
    for (int i = 0; i < 3; i++)
        all[i] = make(i);
    struct outer copy = all[2];
    copy.rest[1].numbers[2]++;
    printf("%d %d %c %g\n", all[2].rest[1].numbers[2], copy.rest[1].numbers[2], copy.first.tag, copy.value);
    printf("%d\n", memcmp(&all[1], &all[1], sizeof all[1]));
    struct tight t = {1, 0x01020304, 5};
    unsigned char raw[sizeof t];
    memcpy(raw, &t, sizeof t);
    for (size_t i = 0; i < sizeof raw; i++)
        printf("%02x", raw[i]);
    union view v;
    v.real = 1.5f;
    printf(" %08x %u %u %u\n", v.word, v.bytes[3], v.halves.low, v.halves.high);
    v.bytes[0] = 7;
    printf("%.9g\n", v.real);
    struct { int x, y; } points[] = {{.y = 2, .x = 1}, {3}, [3] = {4, 5}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        printf("%d,%d ", points[i].x, points[i].y);
    putchar('\n');
    return 0;
}

//@ verdict: ok
//@ cflags: -m32
//@ about: pointers of 32 bits in memory, as integers, in unions, through varargs, and back
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct mixed { char c; long long wide; double real; void *pointer; long l; };

union seen { int *pointer; uint32_t number; unsigned char bytes[4]; };

static int global = 7;
static int *table[3] = { &global, 0, &global + 1 };
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*functions[])(void) = { one, two };

static int sum(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int *pointer = va_arg(list, int *);
    long long wide = va_arg(list, long long);
    double real = va_arg(list, double);
    struct mixed m = va_arg(list, struct mixed);
    int last = va_arg(list, int);
    assert(va_arg(copy, int *) == pointer);
    va_end(copy);
    va_end(list);
    return *pointer + (int)wide + (int)real + (int)m.wide + *(int *)m.pointer + last;
}

int main(void) {
    assert(sizeof(struct mixed) == 28 && sizeof(long double) == 12);
    assert(*table[0] == 7 && table[2] - table[0] == 1 && !table[1]);
    assert(functions[0]() + functions[1]() == 3);

    union seen s = { .pointer = &global };
    assert(s.number == (uint32_t)&global && *(int *)(s.number + 0) == 7);
    unsigned char bytes[4];
    memcpy(bytes, &s, 4);
    int *again;
    memcpy(&again, bytes, 4);
    assert(again == &global);

    int *block = malloc(40);
    uintptr_t start = (uintptr_t)block, end = (uintptr_t)(block + 10);
    assert(end - start == 40 && start % 8 == 0);
    for (uintptr_t at = start; at < end; at += 4)
        *(int *)at = (int)(at - start);
    assert(block[9] == 36);
    int **pointers = calloc(4, sizeof *pointers);
    assert(!pointers[3]);
    pointers[3] = block + 10;
    assert(pointers[3] - block == 10 && pointers[3][-1] == 36);

    void *all = (void *)-1;
    assert((int)all == -1 && all == (void *)0xffffffff && all != 0);
    long long wide = (long long)(uintptr_t)block;
    assert((void *)(uintptr_t)wide == block && wide > 0);

    struct mixed m = { 'c', 1LL << 33, 2.5, &global, -1 };
    assert(m.wide >> 33 == 1);
    m.wide = 5;
    assert(sum(5, &global, 3LL, 4.0, m, 1) == 7 + 3 + 4 + 5 + 7 + 1);
    free(block);
    free(pointers);
    return 0;
}

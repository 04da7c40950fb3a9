//@ verdict: ok
//@ about: the rand48 family has a defined sequence; a generator of our own as well
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t state[4] = {1, 2, 3, 4};

static uint32_t xorshift(void) {
    uint32_t t = state[3], s = state[0];
    state[3] = state[2];
    state[2] = state[1];
    state[1] = s;
    t ^= t << 11;
    t ^= t >> 8;
    return state[0] = t ^ s ^ (s >> 19);
}

int main(void) {
    srand48(12345);
    for (int i = 0; i < 5; i++) {
        long positive = lrand48(), any = mrand48();
        printf("%ld %ld %.12f\n", positive, any, drand48());
    }
    unsigned histogram[8] = {0};
    for (int i = 0; i < 1000; i++)
        histogram[xorshift() % 8]++;
    for (int i = 0; i < 8; i++)
        printf("%u ", histogram[i]);
    putchar('\n');
    return 0;
}

/* A tight loop of arithmetic and memory for the speed of the machine; loop.rs is the same in
 * Rust. Each iteration steps a linear congruential generator and reads, changes and writes
 * the cell of a table that the generator names: nothing in it can be deleted, and cells that
 * may be the same keep it from being vectorised. (At -O2 clang unrolls it twice, in the IR
 * that both sides run; only the native code then steps the generator twice with a single
 * multiplication.)
 *
 *   loop ITERATIONS
 *
 * The table is a global, or with -DLOCAL a variable of main, as in loop.rs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef LOCAL
static uint32_t table[1024];
#endif

int main(int argc, char **argv) {
#ifdef LOCAL
    uint32_t table[1024] = {0};
#endif
    uint64_t iterations = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    uint32_t random = 1;
    for (uint64_t i = 0; i < iterations; i++) {
        random = random * 1664525u + 1013904223u;
        uint32_t *cell = &table[random >> 22];
        *cell = (*cell << 1) + (random ^ (uint32_t)i);
    }
    uint32_t sum = 0;
    for (int i = 0; i < 1024; i++)
        sum = sum * 31 + table[i];
    printf("%u\n", sum);
    return 0;
}

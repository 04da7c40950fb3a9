//@ verdict: unsupported
//@ width: 64
//@ about: a bit-field of 48 bits does not hold the whole of a pointer
#include <stdint.h>
#include <stdlib.h>

struct tagged {
    uint64_t pointer : 48;
    uint64_t count : 16;
};

int main(void) {
    int *block = malloc(sizeof *block);
    struct tagged tagged = {.pointer = (uint64_t)block, .count = 5};
    free((void *)(uint64_t)tagged.pointer);
    return 0;
}

//@ verdict: error
//@ kind: out-of-bounds
//@ line: 11
//@ about: memcpy reads more than the source holds
#include <stdlib.h>
#include <string.h>

int main(void) {
    char target[16];
    char *source = calloc(1, 8);
    memcpy(target, source, sizeof target); //~ out-of-bounds
    free(source);
    return target[0];
}

//@ verdict: ok
//@ about: copying memory that is not initialised is no error as long as nothing depends on it
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char tag;
    int value;
};

int main(void) {
    struct record *first = malloc(2 * sizeof *first);
    first[0].tag = 'x';
    first[0].value = 3;
    struct record copies[2];
    memcpy(copies, first, sizeof copies);
    struct record again = copies[1];
    again.tag = copies[0].tag;
    assert(again.tag == 'x' && copies[0].value == 3);
    free(first);
    return 0;
}

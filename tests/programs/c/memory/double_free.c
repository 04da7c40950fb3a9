//@ verdict: error
//@ kind: double-free
//@ line: 11
//@ about: two owners of one block
#include <stdlib.h>

int main(void) {
    char *first = malloc(8);
    char *second = first;
    free(first);
    free(second); //~ double-free
    return 0;
}

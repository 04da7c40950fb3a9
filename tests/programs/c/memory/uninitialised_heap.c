//@ verdict: error
//@ kind: uninitialised
//@ line: 11
//@ about: a branch depends on heap memory that was never written
#include <stdlib.h>

int main(void) {
    int *flags = malloc(2 * sizeof *flags);
    flags[0] = 1;
    int answer = 0;
    if (flags[1]) //~ uninitialised
        answer = 1;
    free(flags);
    return answer;
}

//@ verdict: error
//@ kind: out-of-bounds
//@ line: 10
//@ about: one element past the end of a heap array is written
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    for (int i = 0; i <= 4; i++)
        numbers[i] = i; //~ out-of-bounds
    free(numbers);
    return 0;
}

//@ verdict: error
//@ kind: use-after-free
//@ line: 12
//@ about: a pointer into a block is kept across realloc
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(sizeof *numbers);
    int *first = numbers;
    *numbers = 1;
    numbers = realloc(numbers, 1000 * sizeof *numbers);
    *first = 2; //~ use-after-free
    free(numbers);
    return 0;
}

//@ verdict: error
//@ kind: invalid-free
//@ line: 10
//@ about: free of a pointer into the middle of a block
#include <stdlib.h>

int main(void) {
    char *text = calloc(8, 1);
    text++;
    free(text); //~ invalid-free
    return 0;
}

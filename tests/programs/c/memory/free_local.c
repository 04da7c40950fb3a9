//@ verdict: error
//@ kind: invalid-free
//@ line: 8
//@ about: free of a local variable
#include <stdlib.h>

static void release(void *pointer) {
    free(pointer); //~ invalid-free
}

int main(void) {
    int local = 1;
    release(&local);
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 11
//@ about: an assertion that fails in an atexit function
#include <assert.h>
#include <stdlib.h>

static int closed;

static void check(void) {
    assert(closed); //~ assertion
}

int main(void) {
    atexit(check);
    exit(0);
}

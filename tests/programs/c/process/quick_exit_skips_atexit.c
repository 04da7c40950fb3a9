//@ verdict: ok
//@ about: _Exit does not run the atexit functions
#include <assert.h>
#include <stdlib.h>

static void check(void) {
    assert(0);
}

int main(void) {
    atexit(check);
    _Exit(0);
}

//@ verdict: ok
//@ about: constructor functions run before main
#include <assert.h>

static int prepared;

__attribute__((constructor)) static void prepare(void) {
    prepared = 1;
}

int main(void) {
    assert(prepared == 1);
    return 0;
}

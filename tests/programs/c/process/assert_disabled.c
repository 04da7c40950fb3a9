//@ verdict: ok
//@ cflags: -DNDEBUG
//@ about: with NDEBUG an assertion is nothing
#include <assert.h>

int main(void) {
    assert(1 == 2);
    return 0;
}

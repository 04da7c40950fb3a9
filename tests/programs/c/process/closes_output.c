//@ verdict: ok
//@ about: when a program closes its output, it cannot write there any more
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
    close(1);
    assert(write(1, "a", 1) == -1 && errno == EBADF);
    return 0;
}

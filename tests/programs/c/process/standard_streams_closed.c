//@ verdict: ok
//@ about: descriptors can be made from a number on, and standard streams closed, without any other call that makes descriptors
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int copy = fcntl(0, F_DUPFD, 10);
    assert(copy >= 10 && fcntl(copy, F_DUPFD, copy) > copy);
    assert(close(copy) == 0 && close(copy) == -1 && errno == EBADF);
    errno = 0;
    assert(close(1) == 0);
    assert(write(1, "a", 1) == -1 && errno == EBADF);
    return 0;
}

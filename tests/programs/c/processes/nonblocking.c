//@ verdict: ok
//@ about: a pipe with O_NONBLOCK fails where it would wait, for the end that it was set for
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    char byte;
    pipe(ends);
    assert(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
    assert(fcntl(ends[0], F_GETFL) == (O_RDONLY | O_NONBLOCK) && fcntl(ends[1], F_GETFL) == O_WRONLY);
    assert(read(ends[0], &byte, 1) == -1 && errno == EAGAIN);
    if (fork() == 0) {
        write(ends[1], "x", 1);
        _exit(0);
    }
    ssize_t count = read(ends[0], &byte, 1);
    assert(count == 1 || (count == -1 && errno == EAGAIN));
    return 0;
}

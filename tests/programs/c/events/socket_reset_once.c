//@ verdict: ok
//@ about: what was sent comes first, then ECONNRESET once, then the end
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    char byte;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 1;
    struct pollfd waiting = {ends[1], POLLIN, 0};
    assert(write(ends[1], "x", 1) == 1 && write(ends[0], "y", 1) == 1);
    close(ends[0]);
    assert(poll(&waiting, 1, 0) == 1 && waiting.revents == (POLLIN | POLLERR | POLLHUP));
    assert(read(ends[1], &byte, 1) == 1 && byte == 'y');
    assert(read(ends[1], &byte, 1) == -1 && errno == ECONNRESET);
    assert(poll(&waiting, 1, 0) == 1 && waiting.revents == (POLLIN | POLLHUP));
    assert(read(ends[1], &byte, 1) == 0);
    assert(send(ends[1], "z", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    return 0;
}

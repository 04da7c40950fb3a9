//@ verdict: ok
//@ about: the end of standard input can be read, and poll says so
#include <assert.h>
#include <poll.h>

int main(void) {
    struct pollfd input = {0, POLLIN, 0};
    assert(poll(&input, 1, -1) == 1 && input.revents & (POLLIN | POLLHUP));
    return 0;
}

//@ verdict: ok
//@ about: when the other side has read all, that is an edge for a Unix socket, also if there was room before
#include <assert.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    char byte;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    int waiting = epoll_create1(0);
    struct epoll_event asked = {.events = EPOLLOUT | EPOLLET}, told;
    epoll_ctl(waiting, EPOLL_CTL_ADD, ends[0], &asked);
    assert(epoll_wait(waiting, &told, 1, -1) == 1);
    assert(write(ends[0], "a", 1) == 1);
    assert(read(ends[1], &byte, 1) == 1);
    assert(epoll_wait(waiting, &told, 1, -1) == 1);
    return 0;
}

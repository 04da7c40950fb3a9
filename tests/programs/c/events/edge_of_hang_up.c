//@ verdict: ok
//@ about: who asks for the edge at which the other end is closed, and for nothing else, is told of it
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *closes(void *argument) {
    close(ends[1]);
    return argument;
}

int main(void) {
    pthread_t one;
    int loop = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET};
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    epoll_ctl(loop, EPOLL_CTL_ADD, ends[0], &event);
    pthread_create(&one, 0, closes, 0);
    assert(epoll_wait(loop, &event, 1, -1) == 1 && event.events & EPOLLRDHUP);
    pthread_join(one, 0);
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 16
//@ exit: 134
//@ about: epoll_wait with a limit may end before a timer that was set for an hour from now
#include <assert.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

int main(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, 0), loop = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = timer};
    timerfd_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = 3600}, 0);
    epoll_ctl(loop, EPOLL_CTL_ADD, timer, &event);
    int found = epoll_wait(loop, &event, 1, 0);
    assert(found == 1); //~ assertion
    return 0;
}

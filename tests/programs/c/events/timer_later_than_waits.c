//@ verdict: error
//@ kind: assertion
//@ line: 18
//@ about: two waits of 60 ms end before a timer of 150 ms expires
#include <assert.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

int main(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), loop = epoll_create1(0);
    struct itimerspec in = {.it_value = {.tv_nsec = 150 * 1000 * 1000}};
    timerfd_settime(timer, 0, &in, 0);
    struct epoll_event event = {.events = EPOLLIN}, found;
    epoll_ctl(loop, EPOLL_CTL_ADD, timer, &event);
    int expired = epoll_wait(loop, &found, 1, 60);
    if (!expired)
        expired = epoll_wait(loop, &found, 1, 60);
    assert(expired); //~ assertion
    return 0;
}

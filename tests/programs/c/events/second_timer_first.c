//@ verdict: error
//@ kind: assertion
//@ line: 20
//@ exit: 134
//@ about: of two timers that an event loop waits for the second one may expire first
#include <assert.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

int main(void) {
    int slow = timerfd_create(CLOCK_MONOTONIC, 0), fast = timerfd_create(CLOCK_MONOTONIC, 0);
    int loop = epoll_create1(0);
    timerfd_settime(slow, 0, &(struct itimerspec){.it_value.tv_sec = 3600}, 0);
    timerfd_settime(fast, 0, &(struct itimerspec){.it_value.tv_nsec = 1000}, 0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = slow};
    epoll_ctl(loop, EPOLL_CTL_ADD, slow, &event);
    event.data.fd = fast;
    epoll_ctl(loop, EPOLL_CTL_ADD, fast, &event);
    epoll_wait(loop, &event, 1, -1);
    assert(event.data.fd == slow); //~ assertion
    return 0;
}

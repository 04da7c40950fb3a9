//@ verdict: error
//@ kind: assertion
//@ line: 19
//@ about: ten waits of 10 ms end before a timer of 300 ms expires
#include <assert.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

int main(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec in = {.it_value = {.tv_nsec = 300 * 1000 * 1000}};
    timerfd_settime(timer, 0, &in, 0);
    int waiting = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(waiting, EPOLL_CTL_ADD, timer, &event);
    int expired = 0;
    for (int i = 0; i < 10 && !expired; i++)
        expired = epoll_wait(waiting, &event, 1, 10);
    assert(expired); //~ assertion
    return 0;
}

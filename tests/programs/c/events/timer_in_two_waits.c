//@ verdict: ok
//@ about: a timer of one second expires within two waits of 600 milliseconds
#include <assert.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

int main(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = 1}, 0);
    int waiting = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(waiting, EPOLL_CTL_ADD, timer, &event);
    int first = epoll_wait(waiting, &event, 1, 600);
    int second = epoll_wait(waiting, &event, 1, 600);
    assert(first == 1 || second == 1);
    return 0;
}

//@ verdict: ok
//@ about: an eventfd and an epoll made by the numbers of their system calls wake the thread that waits for them
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter;

static void *wake(void *unused)
{
    uint64_t one = 1;
    assert(syscall(SYS_write, counter, &one, sizeof one) == sizeof one);
    return unused;
}

int main(void)
{
    counter = syscall(SYS_eventfd2, 0, 0);
    int set = syscall(SYS_epoll_create1, EPOLL_CLOEXEC);
    struct epoll_event event = { .events = EPOLLIN, .data.u32 = 7 };
    assert(syscall(SYS_epoll_ctl, set, EPOLL_CTL_ADD, counter, &event) == 0);
    pthread_t waker;
    pthread_create(&waker, NULL, wake, NULL);
    struct epoll_event ready;
    assert(epoll_wait(set, &ready, 1, -1) == 1 && ready.data.u32 == 7);
    uint64_t count = 0;
    assert(syscall(SYS_read, counter, &count, sizeof count) == sizeof count && count == 1);
    pthread_join(waker, NULL);
    assert(syscall(SYS_close, counter) == 0);
    assert(syscall(SYS_close, counter) == -1L && errno == EBADF);
}

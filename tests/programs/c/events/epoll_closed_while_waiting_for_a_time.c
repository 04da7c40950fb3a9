//@ verdict: error
//@ kind: assertion
//@ line: 30
//@ about: a thread that waits for events for a time goes on waiting when another closes the epoll
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int set, counter;

static void *wait_for_event(void *unused)
{
    struct epoll_event event;
    return epoll_wait(set, &event, 1, 60000) == 1 ? &set : unused;
}

int main(void)
{
    set = epoll_create1(0);
    counter = eventfd(0, 0);
    struct epoll_event event = { .events = EPOLLIN };
    epoll_ctl(set, EPOLL_CTL_ADD, counter, &event);
    pthread_t waiter;
    void *found;
    pthread_create(&waiter, NULL, wait_for_event, NULL);
    close(set), eventfd_write(counter, 1), pthread_join(waiter, &found);
    assert(found == NULL); //~ assertion
}

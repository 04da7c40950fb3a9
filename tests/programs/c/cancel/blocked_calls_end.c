//@ verdict: ok
//@ about: threads that wait in read, poll, select and epoll_wait end when they are cancelled, and let go what they kept open
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>


static int ends[2];

static void read_it(void) {
    char byte;
    (void)!read(ends[0], &byte, 1);
}

static void poll_it(void) {
    struct pollfd asked = {.fd = ends[0], .events = POLLIN};
    poll(&asked, 1, -1);
}

static void select_it(void) {
    fd_set asked;
    FD_ZERO(&asked);
    FD_SET(ends[0], &asked);
    select(ends[0] + 1, &asked, NULL, NULL, NULL);
}

static void wait_for_it(void) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = 0};
    int epoll = epoll_create1(0);
    epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
    epoll_wait(epoll, &event, 1, -1);
}

static void *waiter(void *arg) {
    void (*call)(void) = (void (*)(void))arg;
    call();
    assert(!"it waits for ever");
    return NULL;
}

int main(void) {
    void (*calls[])(void) = {read_it, poll_it, select_it, wait_for_it};
    (void)!pipe(ends);
    for (int i = 0; i < 4; i++) {
        pthread_t t;
        void *result;
        pthread_create(&t, NULL, waiter, (void *)calls[i]);
        pthread_cancel(t);
        pthread_join(t, &result);
        assert(result == PTHREAD_CANCELED);
    }
    close(ends[0]);
    return 0;
}

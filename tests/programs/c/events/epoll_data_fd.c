//@ verdict: ok
//@ about: only data.fd of an epoll event is written, and told again
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2], epoll;

static void *writes(void *unused) {
    assert(write(ends[1], "x", 1) == 1);
    return unused;
}

int main(void) {
    pthread_t writer;
    struct epoll_event event;
    char byte;
    epoll = epoll_create1(0);
    if (epoll < 0 || pipe(ends) != 0)
        return 1;
    event.events = EPOLLIN;
    event.data.fd = ends[0];
    assert(epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event) == 0);
    pthread_create(&writer, NULL, writes, NULL);
    struct epoll_event found;
    assert(epoll_wait(epoll, &found, 1, -1) == 1);
    assert(found.data.fd == ends[0] && read(found.data.fd, &byte, 1) == 1);
    pthread_join(writer, NULL);
    return 0;
}

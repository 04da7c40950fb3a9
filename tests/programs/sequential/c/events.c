// Descriptors that event loops wait for: what is ready when, and the errors of bad use.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void tell(const char *what, long result) {
    printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
}

static void counters(void) {
    uint64_t value = 5;
    int counter = eventfd(3, EFD_NONBLOCK);
    tell("write", write(counter, &value, 8));
    tell("read", read(counter, &value, 8));
    printf("%lu\n", (unsigned long)value);
    tell("read empty", read(counter, &value, 8));
    tell("read little", read(counter, &value, 4));
    value = UINT64_MAX;
    tell("write too much", write(counter, &value, 8));
    value = UINT64_MAX - 1;
    tell("write most", write(counter, &value, 8));
    value = 1;
    tell("write full", write(counter, &value, 8));
    close(counter);
    counter = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    for (int n = 0; n < 3; n++) {
        value = 0;
        tell("semaphore", read(counter, &value, 8));
        printf("%lu\n", (unsigned long)value);
    }
    tell("eventfd_write", eventfd_write(counter, 1));
    tell("eventfd_read", eventfd_read(counter, &value));
    tell("eventfd_read", eventfd_read(counter, &value));
    close(counter);
    tell("closed", write(counter, &value, 8));
    tell("flags", eventfd(0, 0x10));
}

static void pipes(void) {
    int ends[2];
    char bytes[8] = "abcdef";
    tell("pipe2", pipe2(ends, O_NONBLOCK | O_CLOEXEC));
    tell("flags", fcntl(ends[1], F_GETFL));
    tell("read empty", read(ends[0], bytes, 8));
    tell("write", write(ends[1], bytes, 3));
    struct pollfd polled[3] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}, {99, POLLIN, 0}};
    tell("poll", poll(polled, 2, -1));
    printf("%x %x\n", polled[0].revents, polled[1].revents);
    tell("poll", poll(polled, 3, 0));
    printf("%x\n", polled[2].revents);
    tell("read", read(ends[0], bytes, 8));
    polled[0].revents = 7;
    tell("poll in time", poll(polled, 1, 1));
    printf("%x\n", polled[0].revents);
    static char many[70000];
    tell("write many", write(ends[1], many, sizeof many));
    tell("write full", write(ends[1], many, 1));
    tell("poll full", poll(polled + 1, 1, 0));
    close(ends[1]);
    while (read(ends[0], many, sizeof many) > 0)
        ;
    tell("poll the end", poll(polled, 1, 0));
    printf("%x\n", polled[0].revents);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    pipe(ends);
    close(ends[0]);
    polled[1].fd = ends[1];
    tell("poll broken", poll(polled + 1, 1, 0));
    printf("%x\n", polled[1].revents & POLLERR);
    tell("write broken", write(ends[1], bytes, 1));
    close(ends[1]);
}

static void selected(void) {
    int ends[2];
    pipe(ends);
    fd_set reads, writes;
    struct timeval none = {0, 0};
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_SET(ends[0], &reads), FD_SET(ends[1], &writes);
    tell("select", select(ends[1] + 1, &reads, &writes, 0, &none));
    printf("%d %d\n", FD_ISSET(ends[0], &reads), FD_ISSET(ends[1], &writes));
    write(ends[1], "x", 1);
    FD_SET(ends[0], &reads);
    tell("select", select(ends[1] + 1, &reads, 0, 0, 0));
    printf("%d\n", FD_ISSET(ends[0], &reads));
    close(ends[0]), close(ends[1]);
    FD_SET(ends[0], &reads);
    tell("select closed", select(ends[1] + 1, &reads, 0, 0, &none));
}

static void epolls(void) {
    int ends[2], other = eventfd(0, EFD_NONBLOCK);
    char bytes[8];
    pipe2(ends, O_NONBLOCK);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {EPOLLIN, {.u64 = 77}}, found[4];
    tell("add", epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event));
    tell("add again", epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event));
    tell("modify other", epoll_ctl(epoll, EPOLL_CTL_MOD, other, &event));
    tell("add closed", epoll_ctl(epoll, EPOLL_CTL_ADD, 99, &event));
    tell("add itself", epoll_ctl(epoll, EPOLL_CTL_ADD, epoll, &event));
    tell("no epoll", epoll_ctl(ends[0], EPOLL_CTL_ADD, other, &event));
    tell("nothing", epoll_wait(epoll, found, 4, 0));
    tell("no room", epoll_wait(epoll, found, 0, 0));
    write(ends[1], "abc", 3);
    tell("level", epoll_wait(epoll, found, 4, -1));
    printf("%x %lu\n", found[0].events, (unsigned long)found[0].data.u64);
    tell("level again", epoll_wait(epoll, found, 4, 0));
    event.events = EPOLLIN | EPOLLET;
    tell("modify", epoll_ctl(epoll, EPOLL_CTL_MOD, ends[0], &event));
    tell("edge", epoll_wait(epoll, found, 4, 0));
    tell("edge again", epoll_wait(epoll, found, 4, 0));
    read(ends[0], bytes, 1);
    tell("edge after a read", epoll_wait(epoll, found, 4, 0));
    write(ends[1], "d", 1);
    tell("edge after a write", epoll_wait(epoll, found, 4, 0));
    event.events = EPOLLIN | EPOLLONESHOT;
    epoll_ctl(epoll, EPOLL_CTL_MOD, ends[0], &event);
    tell("once", epoll_wait(epoll, found, 4, 0));
    tell("not twice", epoll_wait(epoll, found, 4, 0));
    epoll_ctl(epoll, EPOLL_CTL_MOD, ends[0], &event);
    tell("once more", epoll_wait(epoll, found, 4, 0));
    event.events = EPOLLIN | EPOLLOUT | EPOLLET;
    event.data.u64 = 5;
    epoll_ctl(epoll, EPOLL_CTL_ADD, other, &event);
    tell("counter", epoll_wait(epoll, found, 4, 0));
    printf("%x %lu\n", found[0].events, (unsigned long)found[0].data.u64);
    eventfd_write(other, 1);
    tell("counter", epoll_wait(epoll, found, 4, 0));
    printf("%x\n", found[0].events);
    eventfd_write(other, 1);
    tell("counter again", epoll_wait(epoll, found, 4, 0));
    tell("delete", epoll_ctl(epoll, EPOLL_CTL_DEL, other, 0));
    tell("delete again", epoll_ctl(epoll, EPOLL_CTL_DEL, other, 0));
    event.events = EPOLLIN;
    epoll_ctl(epoll, EPOLL_CTL_MOD, ends[0], &event);
    int twin = dup(ends[0]);
    close(ends[0]);
    tell("closed but open", epoll_wait(epoll, found, 4, 0));
    close(twin);
    tell("closed", epoll_wait(epoll, found, 4, 0));
    close(ends[1]), close(other), close(epoll);
    tell("closed epoll", epoll_wait(epoll, found, 4, 0));
}

static void sockets(void) {
    int ends[2], on = 1;
    char bytes[8] = {0};
    tell("socketpair", socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends));
    tell("send", send(ends[0], "hello", 5, MSG_NOSIGNAL));
    tell("write", write(ends[1], "yes", 3));
    tell("recv", recv(ends[1], bytes, 8, 0));
    puts(bytes);
    tell("read", read(ends[0], bytes, 8));
    puts(bytes);
    tell("recv now", recv(ends[0], bytes, 8, MSG_DONTWAIT));
    tell("ioctl", ioctl(ends[0], FIONBIO, &on));
    tell("read now", read(ends[0], bytes, 8));
    struct pollfd polled = {ends[0], POLLIN | POLLOUT | POLLRDHUP, 0};
    tell("poll", poll(&polled, 1, 0));
    printf("%x\n", polled.revents);
    close(ends[1]);
    tell("poll", poll(&polled, 1, 0));
    printf("%x\n", polled.revents);
    tell("read the end", read(ends[0], bytes, 8));
    tell("send to nobody", send(ends[0], "x", 1, MSG_NOSIGNAL));
    close(ends[0]);
    tell("send closed", send(ends[0], "x", 1, 0));
    tell("send to a file", send(1, "x", 1, 0));
}

static void timers(void) {
    uint64_t count = 0;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), epoll = epoll_create1(0);
    tell("read", read(timer, &count, 8));
    struct itimerspec soon = {{0, 0}, {0, 1000}}, wrong = {{0, 0}, {0, 1000000000}};
    struct epoll_event event = {EPOLLIN, {.u64 = 1}}, found;
    epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &event);
    tell("not set", epoll_wait(epoll, &found, 1, 0));
    tell("set", timerfd_settime(timer, 0, &soon, 0));
    tell("set wrong", timerfd_settime(timer, 0, &wrong, 0));
    tell("wait", epoll_wait(epoll, &found, 1, -1));
    tell("read", read(timer, &count, 8));
    tell("read again", read(timer, &count, 8));
    close(timer), close(epoll);
}

int main(void) {
    counters();
    pipes();
    selected();
    epolls();
    sockets();
    timers();
    return 0;
}

//@ verdict: ok
//@ about: who waits for edges and reads until nothing is left misses nothing
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *argument) {
    write(ends[1], "ab", 2);
    write(ends[1], "c", 1);
    return argument;
}

int main(void) {
    pthread_t writer;
    char byte;
    int count = 0, epoll = epoll_create1(0);
    struct epoll_event event = {EPOLLIN | EPOLLET, {.fd = 0}};
    pipe2(ends, O_NONBLOCK);
    epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
    pthread_create(&writer, 0, writes, 0);
    while (count < 3) {
        assert(epoll_wait(epoll, &event, 1, -1) == 1);
        while (read(ends[0], &byte, 1) == 1)
            count++;
    }
    pthread_join(writer, 0);
    return 0;
}

//@ verdict: ok
//@ args: --file /tmp/
//@ about: sleeps between which only a pipe, an eventfd, a message queue or a file changes all take time
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static int ends[2], counter, file;
static mqd_t queue;

static int empties_pipe(void) {
    char byte;
    return read(ends[0], &byte, 1) == 1;
}

static int counts_down(void) {
    uint64_t one;
    return read(counter, &one, sizeof one) == sizeof one;
}

static int sends(void) {
    struct mq_attr attributes;
    mq_getattr(queue, &attributes);
    return attributes.mq_curmsgs < 3 && mq_send(queue, "x", 1, 0) == 0;
}

static int appends(void) { return lseek(file, 0, SEEK_CUR) < 3 && write(file, "x", 1) == 1; }

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void goes_on_three_times(int (*goes_on)(void)) {
    long begin = milliseconds();
    while (goes_on())
        usleep(50000);
    assert(milliseconds() - begin >= 150);
}

int main(void) {
    pipe2(ends, O_NONBLOCK);
    write(ends[1], "xxx", 3);
    counter = eventfd(3, EFD_SEMAPHORE | EFD_NONBLOCK);
    struct mq_attr attributes = {.mq_maxmsg = 10, .mq_msgsize = 1};
    queue = mq_open("/q", O_CREAT | O_RDWR, 0600, &attributes);
    file = open("/tmp/a", O_CREAT | O_RDWR, 0600);
    goes_on_three_times(empties_pipe);
    goes_on_three_times(counts_down);
    goes_on_three_times(sends);
    goes_on_three_times(appends);
    return 0;
}

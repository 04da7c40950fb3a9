//@ verdict: error
//@ kind: deadlock
//@ exit: never
//@ about: a thread that waits in poll goes on waiting when another one closes the descriptor
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *polls(void *argument) {
    struct pollfd waited = {.fd = ends[0], .events = POLLIN};
    poll(&waited, 1, -1);
    return argument;
}

int main(void) {
    pthread_t one;
    pipe(ends);
    pthread_create(&one, 0, polls, 0);
    usleep(100000);
    close(ends[0]);
    pthread_join(one, 0);
    return 0;
}

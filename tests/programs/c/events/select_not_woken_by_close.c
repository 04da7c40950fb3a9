//@ verdict: error
//@ kind: deadlock
//@ exit: never
//@ about: a thread that waits in select goes on waiting when another one closes the descriptor
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void *selects(void *argument) {
    fd_set waited;
    FD_ZERO(&waited);
    FD_SET(ends[0], &waited);
    select(ends[0] + 1, &waited, 0, 0, 0);
    return argument;
}

int main(void) {
    pthread_t one;
    pipe(ends);
    pthread_create(&one, 0, selects, 0);
    usleep(100000);
    close(ends[0]);
    pthread_join(one, 0);
    return 0;
}

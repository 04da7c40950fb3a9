//@ verdict: ok
//@ about: poll and select that wait for a closed descriptor are woken by what it stood for, and find it closed
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int first[2], second[2];

static void *polls(void *argument) {
    struct pollfd waited = {.fd = first[0], .events = POLLIN};
    assert(poll(&waited, 1, -1) == 1);
    // It began to wait before the descriptor was closed, or found it open with something to read, or closed.
    assert(waited.revents == POLLNVAL || waited.revents == POLLIN);
    return argument;
}

static void *selects(void *argument) {
    fd_set waited;
    FD_ZERO(&waited);
    FD_SET(second[0], &waited);
    int found = select(second[0] + 1, &waited, 0, 0, 0);
    assert(found == -1 || (found == 1 && FD_ISSET(second[0], &waited)));
    return argument;
}

int main(void) {
    // The call that waits keeps the reading end, so that a write to it does not fail.
    int spare[2];
    pthread_t threads[2];
    pipe(first);
    pipe(second);
    spare[0] = dup(first[0]);
    spare[1] = dup(second[0]);
    pthread_create(&threads[0], 0, polls, 0);
    pthread_create(&threads[1], 0, selects, 0);
    usleep(10000);
    close(first[0]);
    write(first[1], "x", 1);
    close(second[0]);
    write(second[1], "x", 1);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return spare[0] == spare[1];
}

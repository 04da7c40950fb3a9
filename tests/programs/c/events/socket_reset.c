//@ verdict: error
//@ kind: assertion
//@ line: 25
//@ about: the end of a socket that was closed before all was read is no end of the file for the other one
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *closes(void *unused) {
    close(ends[0]);
    return unused;
}

int main(void) {
    pthread_t closer;
    char byte;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || write(ends[1], "x", 1) != 1)
        return 1;
    pthread_create(&closer, NULL, closes, NULL);
    pthread_join(closer, NULL);
    assert(read(ends[1], &byte, 1) == 0); //~ assertion
    return 0;
}

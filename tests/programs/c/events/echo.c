//@ verdict: ok
//@ about: two threads talk over a pair of sockets
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *echoes(void *argument) {
    char byte;
    while (read(ends[1], &byte, 1) == 1) {
        byte++;
        write(ends[1], &byte, 1);
    }
    close(ends[1]);
    return argument;
}

int main(void) {
    pthread_t other;
    char byte = 'a';
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&other, 0, echoes, 0);
    for (int n = 0; n < 2; n++) {
        write(ends[0], &byte, 1);
        assert(read(ends[0], &byte, 1) == 1);
    }
    assert(byte == 'c');
    close(ends[0]);
    pthread_join(other, 0);
    return 0;
}

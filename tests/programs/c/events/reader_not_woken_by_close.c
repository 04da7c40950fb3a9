//@ verdict: error
//@ kind: deadlock
//@ exit: never
//@ about: a thread that waits in read goes on waiting when another one closes the descriptor
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *argument) {
    char byte;
    read(ends[0], &byte, 1);
    return argument;
}

int main(void) {
    pthread_t one;
    pipe(ends);
    pthread_create(&one, 0, reads, 0);
    usleep(100000);
    close(ends[0]);
    pthread_join(one, 0);
    return 0;
}

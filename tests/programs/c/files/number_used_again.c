//@ verdict: error
//@ kind: assertion
//@ line: 31
//@ args: --file /tmp/
//@ about: a thread closes a descriptor that another one still writes to, and its number is given to another file
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int log_file;

static void *writes(void *argument) {
    write(log_file, "log", 3);
    return argument;
}

int main(void) {
    char found[4];
    pthread_t writer;
    log_file = open("/tmp/log", O_WRONLY | O_CREAT, 0600);
    pthread_create(&writer, 0, writes, 0);
#ifdef FIXED
    pthread_join(writer, 0);
#endif
    close(log_file);
    int data = open("/tmp/data", O_RDWR | O_CREAT, 0600);
#ifndef FIXED
    pthread_join(writer, 0);
#endif
    assert(pread(data, found, 4, 0) == 0); //~ assertion
    return 0;
}

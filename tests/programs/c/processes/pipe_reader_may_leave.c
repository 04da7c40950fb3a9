//@ verdict: error
//@ kind: broken-pipe
//@ about: the reader takes one message and ends; a writer that is late has nobody to write to
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    if (fork() == 0) {
        char byte;
        close(ends[1]);
        read(ends[0], &byte, 1);
        _exit(0);
    }
    close(ends[0]);
    write(ends[1], "a", 1);
    write(ends[1], "b", 1);
    wait(NULL);
    return 0;
}

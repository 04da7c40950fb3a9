//@ verdict: error
//@ kind: deadlock
//@ line: 18
//@ about: the reader has not closed its own copy of the writing end and never sees the end
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    if (fork() == 0) {
        close(ends[0]);
        write(ends[1], "x", 1);
        _exit(0);
    }
    char byte;
    int count = 0;
    while (read(ends[0], &byte, 1) == 1)
        count++;
    wait(NULL);
    return count - 1;
}

//@ verdict: error
//@ kind: assertion
//@ line: 23
//@ args: --file /tmp/
//@ about: what waits in a stream at a fork is written by both processes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    struct stat status;
    FILE *file = fopen("/tmp/notes", "w");
    fputs("once", file);
    pid_t child = fork();
    if (child == 0)
        exit(0);
    waitpid(child, 0, 0);
    fclose(file);
    stat("/tmp/notes", &status);
    assert(status.st_size == 4); //~ assertion
    return 0;
}

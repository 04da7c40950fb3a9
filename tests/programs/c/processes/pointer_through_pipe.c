//@ verdict: error
//@ kind: invalid-pointer
//@ about: a pointer to the child's heap means nothing to the parent
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    int *first = malloc(sizeof *first);
    if (fork() == 0) {
        int *block = malloc(sizeof *block);
        *block = 7;
        write(ends[1], &block, sizeof block);
        _exit(0);
    }
    int *received;
    read(ends[0], &received, sizeof received);
    *first = *received;
    wait(NULL);
    return 0;
}

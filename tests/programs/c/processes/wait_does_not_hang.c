//@ verdict: error
//@ kind: assertion
//@ about: with WNOHANG the child may not have ended yet
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    assert(waitpid(child, NULL, WNOHANG) == child);
    return 0;
}

//@ verdict: ok
//@ args: --races error
//@ about: two processes write the same global, each its own copy
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

static int value;

int main(void) {
    pid_t child = fork();
    for (int round = 0; round < 3; round++)
        value += 1;
    if (child == 0)
        _exit(value);
    int status;
    wait(&status);
    assert(value == 3 && WEXITSTATUS(status) == 3);
    return 0;
}

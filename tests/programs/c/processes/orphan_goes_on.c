//@ verdict: error
//@ kind: assertion
//@ line: 18
//@ about: the program is not over when its first process ends: an orphan fails later
#include <assert.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
    int go[2];
    assert(pipe(go) == 0);
    pid_t parent = getpid();
    if (fork() == 0) {
        char byte;
        close(go[1]);
        // The end of the pipe tells that the parent is gone.
        assert(read(go[0], &byte, 1) == 0);
        assert(getppid() == parent);
        _exit(0);
    }
    return 0;
}

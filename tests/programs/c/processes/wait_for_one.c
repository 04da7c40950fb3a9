//@ verdict: ok
//@ about: waitpid waits for the child that it names; without children there is nobody to wait for
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    pid_t children[2];
    for (int n = 0; n < 2; n++) {
        children[n] = fork();
        if (children[n] == 0)
            _exit(n + 1);
    }
    int status;
    assert(waitpid(children[1], &status, 0) == children[1] && WEXITSTATUS(status) == 2);
    assert(waitpid(children[0], &status, 0) == children[0] && WEXITSTATUS(status) == 1);
    assert(waitpid(children[0], &status, 0) == -1 && errno == ECHILD);
    assert(wait(NULL) == -1 && errno == ECHILD);
    return 0;
}

//@ verdict: ok
//@ about: what a process has said of a signal is told when it says something else, and some signals cannot be changed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static void handle(int signal) {
    (void)signal;
}

int main(void) {
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_NODEFER}, old;
    assert(signal(SIGUSR1, handle) == SIG_DFL);
    assert(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == handle);
    assert(old.sa_flags & SA_RESTART);
    assert(signal(SIGUSR1, SIG_IGN) == handle);
    assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_IGN);
    assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_flags & SA_NODEFER);
    assert(signal(SIGUSR1, SIG_DFL) == handle);
    assert(signal(SIGUSR2, SIG_DFL) == SIG_IGN);

    assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
    int ends[2];
    assert(pipe(ends) == 0 && close(ends[0]) == 0);
    assert(write(ends[1], "a", 1) == -1 && errno == EPIPE);
    if (fork() == 0) {
        assert(signal(SIGPIPE, SIG_DFL) == SIG_IGN);
        _exit(0);
    }
    wait(NULL);
    assert(sigaction(SIGPIPE, NULL, &old) == 0 && old.sa_handler == SIG_IGN);

    errno = 0;
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR && errno == EINVAL);
    errno = 0;
    assert(signal(0, SIG_IGN) == SIG_ERR && errno == EINVAL);
    errno = 0;
    assert(signal(65, SIG_IGN) == SIG_ERR && errno == EINVAL);
    assert(signal(SIGUSR1, SIG_ERR) == SIG_ERR);
    assert(sigaction(SIGSTOP, &action, NULL) == -1);
    assert(sigaction(SIGSTOP, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
    return 0;
}

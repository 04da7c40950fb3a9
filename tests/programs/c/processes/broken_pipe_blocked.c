//@ verdict: unsupported
//@ about: whether the signal of a broken pipe is blocked is not known, so the write is not called an error
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    sigset_t signals;
    pipe(ends);
    close(ends[0]);
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    assert(write(ends[1], "a", 1) == -1 && errno == EPIPE);
    return 0;
}

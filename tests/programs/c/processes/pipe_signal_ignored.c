//@ verdict: ok
//@ about: a process that ignores SIGPIPE gets EPIPE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    assert(pipe(ends) == 0);
    close(ends[0]);
    assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
    return 0;
}

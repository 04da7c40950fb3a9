//@ verdict: error
//@ kind: broken-pipe
//@ line: 17
//@ about: a thread ignores SIGPIPE while another writes to a pipe that is never read
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void *ignores(void *unused) {
    signal(SIGPIPE, SIG_IGN);
    return unused;
}

static void *writes(void *unused) {
    return write(ends[1], "x", 1) == 1 ? unused : NULL; //~ broken-pipe
}

int main(void) {
    pthread_t a, b;
    if (pipe(ends) != 0 || close(ends[0]) != 0)
        return 1;
    pthread_create(&a, NULL, ignores, NULL), pthread_create(&b, NULL, writes, NULL);
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
}

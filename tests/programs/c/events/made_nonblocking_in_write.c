//@ verdict: ok
//@ about: a long write to a pipe that is made not to wait gives what was written, all of it counted
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *arg) {
    static char bytes[150000];
    ssize_t size = write(ends[1], bytes, sizeof bytes);
    assert(size >= 65536);
    return arg;
}

int main(void) {
    static char bytes[10000];
    pthread_t t;
    (void)!pipe(ends);
    pthread_create(&t, NULL, writes, NULL);
    (void)!read(ends[0], bytes, sizeof bytes);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    pthread_join(t, NULL);
    return 0;
}

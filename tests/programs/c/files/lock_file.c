//@ verdict: ok
//@ args: --file /tmp/
//@ about: one of two threads makes a file that must not exist, and it alone goes on
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int inside;

static void *work(void *argument) {
    int file = open("/tmp/lock", O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0) {
        assert(errno == EEXIST);
        return 0;
    }
    assert(inside++ == 0);
    close(file);
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0), pthread_create(&two, 0, work, 0);
    pthread_join(one, 0), pthread_join(two, 0);
    assert(inside == 1);
    return 0;
}

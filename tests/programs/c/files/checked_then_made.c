//@ verdict: error
//@ kind: assertion
//@ line: 15
//@ args: --file /tmp/ --races off
//@ about: both threads see that a file does not exist before one of them makes it
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int inside;

static void *work(void *argument) {
    if (access("/tmp/lock", F_OK) != 0) {
        assert(inside++ == 0); //~ assertion
        close(open("/tmp/lock", O_WRONLY | O_CREAT, 0600));
    }
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0), pthread_create(&two, 0, work, 0);
    pthread_join(one, 0), pthread_join(two, 0);
    return 0;
}

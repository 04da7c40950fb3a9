//@ verdict: error
//@ kind: deadlock
//@ line: 27
//@ about: a thread that is cancelled at a poll holds its mutex for ever, though what it waits for is there
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waiter(void *arg) {
    struct pollfd asked = {.fd = ends[0], .events = POLLIN};
    pthread_mutex_lock(&lock);
    poll(&asked, 1, -1);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    (void)!pipe(ends);
    (void)!write(ends[1], "x", 1);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock); //~ deadlock
    return 0;
}

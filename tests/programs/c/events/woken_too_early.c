//@ verdict: error
//@ kind: deadlock
//@ line: 26
//@ about: a thread that wakes the event loop before it queues its work leaves the loop waiting for ever
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queued, wakeup;

static void *queues(void *argument) {
    eventfd_write(wakeup, 1);
    pthread_mutex_lock(&lock);
    queued++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t one;
    eventfd_t value;
    wakeup = eventfd(0, EFD_NONBLOCK);
    pthread_create(&one, 0, queues, 0);
    for (struct pollfd polled = {wakeup, POLLIN, 0}; poll(&polled, 1, -1) == 1;) { //~ deadlock
        eventfd_read(wakeup, &value);
        pthread_mutex_lock(&lock);
        int done = queued;
        pthread_mutex_unlock(&lock);
        if (done)
            break;
    }
    pthread_join(one, 0);
    return 0;
}

//@ verdict: ok
//@ about: an event loop is woken by an eventfd and finds what was queued before
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queued, wakeup;

static void *queues(void *argument) {
    pthread_mutex_lock(&lock);
    queued++;
    pthread_mutex_unlock(&lock);
    eventfd_write(wakeup, 1);
    return argument;
}

int main(void) {
    pthread_t one, two;
    eventfd_t value;
    wakeup = eventfd(0, EFD_NONBLOCK);
    pthread_create(&one, 0, queues, 0), pthread_create(&two, 0, queues, 0);
    for (int done = 0; done < 2;) {
        struct pollfd polled = {wakeup, POLLIN, 0};
        assert(poll(&polled, 1, -1) == 1);
        eventfd_read(wakeup, &value);
        pthread_mutex_lock(&lock);
        done += queued;
        queued = 0;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(one, 0), pthread_join(two, 0);
    return 0;
}

//@ verdict: ok
//@ about: threads that wait in pause and in eventfd_read end when they are cancelled, and nanosleep ends one before it looks at its time
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static int event;

static void *pauses(void *arg) {
    pause();
    return arg;
}

static void *reads(void *arg) {
    eventfd_t value;
    eventfd_read(event, &value);
    return arg;
}

static void *writes(void *arg) {
    eventfd_write(event, 1);
    return arg;
}

static void *sleeps(void *arg) {
    struct timespec never = {0, -1};
    pthread_cancel(pthread_self());
    nanosleep(&never, NULL);
    return arg;
}

static void end(void *(*run)(void *)) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED || run == writes);
}

int main(void) {
    event = eventfd(0, 0);
    end(pauses);
    end(reads);
    end(writes);
    end(sleeps);
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ line: 17
//@ about: timedlock is believed to be given enough time always
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    int rc = pthread_mutex_timedlock(&lock, &deadline);
    assert(rc == 0); //~ assertion
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

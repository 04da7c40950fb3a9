//@ verdict: error
//@ kind: assertion
//@ line: 39
//@ exit: 134
//@ about: a thread sleeps twice in the same place, the second time for a second because another thread says so
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec nap = {0, 1000000};
static atomic_int sleeps;

static void *polls(void *argument) {
    int was_long;
    do {
        pthread_mutex_lock(&lock);
        sleeps = 1;
        nanosleep(&nap, 0);
        was_long = nap.tv_sec == 1;
        sleeps = 0;
        pthread_mutex_unlock(&lock);
    } while (!was_long);
    return argument;
}

int main(void) {
    pthread_t one;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    pthread_create(&one, 0, polls, 0);
    while (!sleeps);
    pthread_mutex_lock(&lock);
    nap.tv_sec = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(end.tv_sec == start.tv_sec); //~ assertion
    return 0;
}

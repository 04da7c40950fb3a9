//@ verdict: error
//@ kind: assertion
//@ line: 30
//@ about: after a timed wait the flag is believed to be set
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int flag;

static void *notifier(void *arg) {
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 1;
    pthread_create(&t, NULL, notifier, NULL);
    pthread_mutex_lock(&lock);
    if (!flag)
        pthread_cond_timedwait(&ready, &lock, &deadline);
    assert(flag); //~ assertion
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: ok
//@ about: a timed wait that nobody signals ends with ETIMEDOUT and holds the mutex again
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t never;

int main(void) {
    struct timespec deadline;
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&never, NULL);
    clock_gettime(CLOCK_REALTIME, &deadline);
    pthread_mutex_lock(&lock);
    int rc = 0;
    while (rc == 0)
        rc = pthread_cond_timedwait(&never, &lock, &deadline);
    assert(rc == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&never);
    pthread_mutex_destroy(&lock);
    return 0;
}

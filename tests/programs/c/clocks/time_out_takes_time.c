//@ verdict: ok
//@ about: when a wait has timed out it is as late as it was to wait
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, taken = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t posts;

static struct timespec now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return time;
}

static int is_before(struct timespec a, struct timespec b) {
    return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static void *waiter(void *arg) {
    struct timespec limit = now();
    limit.tv_sec += 1;
    if (pthread_mutex_timedlock(&taken, &limit) == ETIMEDOUT)
        assert(!is_before(now(), limit));

    limit = now();
    limit.tv_sec += 3;
    pthread_mutex_lock(&lock);
    if (pthread_cond_timedwait(&changed, &lock, &limit) == ETIMEDOUT)
        assert(!is_before(now(), limit));
    pthread_mutex_unlock(&lock);

    limit = now();
    limit.tv_sec += 5;
    if (sem_timedwait(&posts, &limit) != 0)
        assert(!is_before(now(), limit));
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&posts, 0, 0);
    pthread_mutex_lock(&taken);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: ok
//@ about: a limit with nanoseconds of a second or more is refused, where glibc refuses it
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct timespec limit;

static void *wait_for_mutex(void *unused) {
    assert(pthread_mutex_timedlock(&mutex, &limit) == EINVAL);
    return unused;
}

int main(void) {
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_nsec = 1500000000;
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    assert(sem_timedwait(&semaphore, &limit) == -1 && errno == EINVAL);
    assert(pthread_rwlock_timedrdlock(&lock, &limit) == EINVAL);
    assert(pthread_mutex_timedlock(&mutex, &limit) == 0);
    assert(pthread_cond_timedwait(&condition, &mutex, &limit) == EINVAL);
    pthread_t thread;
    pthread_create(&thread, 0, wait_for_mutex, 0);
    pthread_join(thread, 0);
    pthread_mutex_unlock(&mutex);
}

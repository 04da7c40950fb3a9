//@ verdict: error
//@ kind: assertion
//@ line: 39
//@ about: a wait for a lock that no other thread knows takes time that others can see, and may not have begun when they look
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t begun;
static struct timespec limit;
static time_t start, seen;

static void *waiter(void *arg) {
    pthread_rwlock_t own = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&own);
    sem_post(&begun);
    pthread_rwlock_timedwrlock(&own, &limit);
    return arg;
}

static void *looker(void *arg) {
    sem_wait(&begun);
    seen = time(NULL);
    return arg;
}

int main(void) {
    pthread_t t, u;
    sem_init(&begun, 0, 0);
    clock_gettime(CLOCK_REALTIME, &limit);
    start = limit.tv_sec;
    limit.tv_sec += 4;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_create(&u, NULL, looker, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(seen - start >= 3); //~ assertion
    return 0;
}

//@ verdict: ok
//@ about: trywait answers EAGAIN and timedwait ETIMEDOUT through errno
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    sem_t permit;
    struct timespec now;
    sem_init(&permit, 0, 1);
    assert(sem_trywait(&permit) == 0);
    assert(sem_trywait(&permit) == -1 && errno == EAGAIN);
    clock_gettime(CLOCK_REALTIME, &now);
    errno = 0;
    assert(sem_timedwait(&permit, &now) == -1 && errno == ETIMEDOUT);
    assert(sem_post(&permit) == 0);
    assert(sem_wait(&permit) == 0);
    sem_destroy(&permit);
    return 0;
}

//@ verdict: ok
//@ about: values beyond SEM_VALUE_MAX are refused; a destroyed semaphore may be initialised again
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void) {
    sem_t permits;
    assert(sem_init(&permits, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&permits, 0, INT_MAX) == 0);
    assert(sem_post(&permits) == -1 && errno == EOVERFLOW);
    assert(sem_destroy(&permits) == 0);
    assert(sem_init(&permits, 0, 1) == 0);
    assert(sem_wait(&permits) == 0);
    return sem_destroy(&permits);
}

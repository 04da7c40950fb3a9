//@ verdict: ok
//@ about: a wait can be bounded by two clocks only, and a writer that waits for itself is told so
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static sem_t permits;

int main(void) {
  struct timespec limit = {0, 0};
  clockid_t other = CLOCK_PROCESS_CPUTIME_ID;
  sem_init(&permits, 0, 1);
  assert(sem_clockwait(&permits, other, &limit) == -1 && errno == EINVAL);
  assert(sem_clockwait(&permits, CLOCK_MONOTONIC, &limit) == 0);
  assert(pthread_mutex_clocklock(&lock, other, &limit) == EINVAL);
  assert(pthread_mutex_clocklock(&lock, CLOCK_REALTIME, &limit) == 0);
  assert(pthread_cond_clockwait(&changed, &lock, other, &limit) == EINVAL);
  assert(pthread_cond_clockwait(&changed, &lock, CLOCK_MONOTONIC, &limit) == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  assert(pthread_rwlock_clockrdlock(&shared, other, &limit) == EINVAL);
  assert(pthread_rwlock_clockwrlock(&shared, other, &limit) == EINVAL);
  assert(pthread_rwlock_wrlock(&shared) == 0);
  assert(pthread_rwlock_timedrdlock(&shared, &limit) == EDEADLK);
  assert(pthread_rwlock_timedwrlock(&shared, &limit) == EDEADLK);
  assert(pthread_rwlock_trywrlock(&shared) == EBUSY);
  assert(pthread_rwlock_unlock(&shared) == 0);
  return 0;
}

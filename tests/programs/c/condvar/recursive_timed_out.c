//@ verdict: ok
//@ about: after a wait a recursive mutex is locked as often as before
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void *increase(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t thread;
  struct timespec limit = {0, 0};
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, increase, 0);
  assert(pthread_cond_timedwait(&changed, &lock, &limit) != 0);
  assert(count == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(count == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) != 0);
  pthread_join(thread, 0);
  assert(count == 1);
  return 0;
}

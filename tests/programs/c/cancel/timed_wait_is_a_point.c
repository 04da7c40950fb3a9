//@ verdict: error
//@ kind: assertion
//@ line: 27
//@ about: sem_timedwait is a cancellation point
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t permits;
static int reached;

static void *run(void *unused) {
  struct timespec limit = {0, 0};
  sem_timedwait(&permits, &limit);
  reached = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&permits, 0, 0);
  pthread_create(&thread, 0, run, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  assert(reached); //~ assertion
  return 0;
}

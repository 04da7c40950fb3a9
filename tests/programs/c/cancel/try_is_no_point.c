//@ verdict: ok
//@ about: sem_trywait is no cancellation point
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;
static int reached;

static void *run(void *unused) {
  sem_trywait(&permits);
  reached = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&permits, 0, 0);
  pthread_create(&thread, 0, run, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  assert(reached);
  return 0;
}

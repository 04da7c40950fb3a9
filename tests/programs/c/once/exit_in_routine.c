//@ verdict: ok
//@ about: a thread that ends in the routine has not done it, and the next caller runs it again
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void initialise(void) {
  if (runs++ == 0)
    pthread_exit(0);
}

static void *worker(void *unused) {
  pthread_once(&once, initialise);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_once(&once, initialise);
  assert(runs == 2);
  return 0;
}

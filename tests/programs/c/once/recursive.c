//@ verdict: error
//@ kind: deadlock
//@ line: 12
//@ about: a routine that calls pthread_once for itself waits for its own end
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int depth;

static void initialise(void);

static void ensure(void) { pthread_once(&once, initialise); }

static void initialise(void) {
  if (depth++ < 2)
    ensure();
}

int main(void) {
  ensure();
  return 0;
}

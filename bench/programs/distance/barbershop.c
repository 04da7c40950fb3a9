// A barber and T - 1 customers. A customer looks whether the chair is free and takes it
// later: two can sit in it. With nested calls put in.
#include <pthread.h>
#include "nested.h"
#ifndef T
#define T 3
#endif

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static int occupied, served;

static int chair_is_free(void) {
  pthread_mutex_lock(&shop);
  int is_free = !occupied;
  pthread_mutex_unlock(&shop);
  return is_free;
}

static void take_chair(void) {
  pthread_mutex_lock(&shop);
  occupied = 1;
  pthread_mutex_unlock(&shop);
}

void in_chair(void) { nested(3); }

static void leave_chair(void) {
  pthread_mutex_lock(&shop);
  occupied = 0;
  served = served + 1;
  pthread_mutex_unlock(&shop);
}

static void *customer(void *argument) {
  nested(1);
  if (chair_is_free()) {
    nested(2);
    take_chair();
    in_chair();
    leave_chair();
  }
  return 0;
}

static void *barber(void *argument) {
  for (int cut = 0; cut < T - 1; cut++) {
    nested(4);
    pthread_mutex_lock(&shop);
    int done = served;
    pthread_mutex_unlock(&shop);
    nested(done);
  }
  return 0;
}

int main(void) {
  pthread_t threads[T];
  pthread_create(&threads[0], 0, barber, 0);
  for (int i = 1; i < T; i++)
    pthread_create(&threads[i], 0, customer, 0);
  for (int i = 0; i < T; i++)
    pthread_join(threads[i], 0);
  return 0;
}

// T philosophers who all take the fork on their left first, with nested calls put in.
#include <pthread.h>
#include "nested.h"
#ifndef T
#define T 2
#endif

static pthread_mutex_t fork_[T];

static void take(int i) {
  nested(i);
  pthread_mutex_lock(&fork_[i]);
}

static void lay(int i) {
  pthread_mutex_unlock(&fork_[i]);
  nested(i);
}

static void *philosopher(void *argument) {
  int i = (int)(long)argument;
  nested(i);
  take(i);
  nested(i);
  take((i + 1) % T);
  nested(i);
  lay((i + 1) % T);
  lay(i);
  return 0;
}

int main(void) {
  pthread_t threads[T];
  for (int i = 0; i < T; i++)
    pthread_mutex_init(&fork_[i], 0);
  for (int i = 0; i < T; i++)
    pthread_create(&threads[i], 0, philosopher, (void *)(long)i);
  for (int i = 0; i < T; i++)
    pthread_join(threads[i], 0);
  return 0;
}

// Two-stage access: the data are found under one lock and used under another. N threads
// fill them in two stages, R threads read; between the stages they do not fit.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 2
#endif
#ifndef R
#define R 1
#endif

static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER, lock2 = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *fill(void *argument) {
  pthread_mutex_lock(&lock1);
  first = 1;
  pthread_mutex_unlock(&lock1);
  pthread_mutex_lock(&lock2);
  second = first + 1;
  pthread_mutex_unlock(&lock2);
  return 0;
}

static void *read_both(void *argument) {
  pthread_mutex_lock(&lock1);
  if (first == 0) {
    pthread_mutex_unlock(&lock1);
    return 0;
  }
  int seen = first;
  pthread_mutex_unlock(&lock1);
  pthread_mutex_lock(&lock2);
  int also = second;
  pthread_mutex_unlock(&lock2);
  assert(also == seen + 1);
  return 0;
}

int main(void) {
  pthread_t threads[N + R];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, fill, 0);
  for (int i = N; i < N + R; i++)
    pthread_create(&threads[i], 0, read_both, 0);
  for (int i = 0; i < N + R; i++)
    pthread_join(threads[i], 0);
  return 0;
}

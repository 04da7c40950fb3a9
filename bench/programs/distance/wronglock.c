// One shared variable, guarded by its own lock in N threads and by another one in R.
// As in the benchmark it is a deadlock: both locks are taken, in two orders.
#include <pthread.h>
#ifndef N
#define N 1
#endif
#ifndef R
#define R 10
#endif

static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, own_lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *by_data(void *argument) {
  pthread_mutex_lock(&data_lock);
  int x = value;
  pthread_mutex_lock(&own_lock);
  value = x + 1;
  pthread_mutex_unlock(&own_lock);
  pthread_mutex_unlock(&data_lock);
  return 0;
}

static void *by_own(void *argument) {
  pthread_mutex_lock(&own_lock);
  int x = value;
  pthread_mutex_lock(&data_lock);
  value = x + 20;
  pthread_mutex_unlock(&data_lock);
  pthread_mutex_unlock(&own_lock);
  return 0;
}

int main(void) {
  pthread_t threads[N + R];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, by_data, 0);
  for (int i = N; i < N + R; i++)
    pthread_create(&threads[i], 0, by_own, 0);
  for (int i = 0; i < N + R; i++)
    pthread_join(threads[i], 0);
  return 0;
}

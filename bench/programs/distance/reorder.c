// N threads set a, then b; R threads check that they see both or none.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 2
#endif
#ifndef R
#define R 1
#endif

static int a, b;

static void *set(void *argument) {
  a = 1;
  b = -1;
  return 0;
}

static void *check(void *argument) {
  int seen_a = a;
  int seen_b = b;
  assert((seen_a == 0 && seen_b == 0) || (seen_a == 1 && seen_b == -1));
  return 0;
}

int main(void) {
  pthread_t threads[N + R];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, set, 0);
  for (int i = N; i < N + R; i++)
    pthread_create(&threads[i], 0, check, 0);
  for (int i = 0; i < N + R; i++)
    pthread_join(threads[i], 0);
  return 0;
}

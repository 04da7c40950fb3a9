// Hyman's mutual exclusion for two threads, which is wrong, with nested calls put in.
#include <pthread.h>
#include "nested.h"

static int wants[2], turn;

void critical(int i) { nested(i); }

static void *run(void *argument) {
  int i = (int)(long)argument;
  nested(i);
  wants[i] = 1;
  while (turn != i) {
    while (wants[1 - i])
      ;
    turn = i;
  }
  critical(i);
  wants[i] = 0;
  nested(i);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, (void *)0L);
  pthread_create(&second, 0, run, (void *)1L);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}

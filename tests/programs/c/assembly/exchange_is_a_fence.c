//@ verdict: ok
//@ width: 64
//@ args: --memory c11
//@ about: nothing passes a locked instruction, so one of two threads sees the other's store
#include <assert.h>
#include <pthread.h>

static int first, second, seen_first, seen_second;

static void store(int *place) {
  int value = 1;
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*place) : : "memory");
}

static int load(int *place) {
  int value;
  __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*place) : "memory");
  return value;
}

static void *run(void *unused) {
  store(&first);
  seen_second = load(&second);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  store(&second);
  seen_first = load(&first);
  pthread_join(thread, 0);
  assert(seen_first || seen_second);
  return 0;
}

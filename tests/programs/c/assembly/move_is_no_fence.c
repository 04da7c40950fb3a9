//@ verdict: error
//@ width: 64
//@ kind: assertion
//@ line: 35
//@ args: --memory c11
//@ about: a plain store may be passed by a load, so that neither of two threads sees the other's
#include <assert.h>
#include <pthread.h>

static int first, second, seen_first, seen_second;

static void store(int *place) {
  int value = 1;
  __asm__ volatile("movl %1, %0" : "=m"(*place) : "r"(value) : "memory");
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
  assert(seen_first || seen_second); //~ assertion
  return 0;
}

// strtok_r leaves the rest of the text with its caller.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *other(void *unused) {
  char *rest;
  static char text[] = "x y";
  strtok_r(text, " ", &rest);
  return NULL;
}

int main(void) {
  char *rest;
  char text[] = "a b";
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  strtok_r(text, " ", &rest);
  char *second = strtok_r(NULL, " ", &rest);
  assert(second && *second == 'b');
  pthread_join(thread, NULL);
  return 0;
}

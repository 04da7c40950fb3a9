// strtok remembers the rest of the text in a variable that all threads share.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *other(void *unused) {
  static char text[] = "x y";
  strtok(text, " ");
  return NULL;
}

int main(void) {
  char text[] = "a b";
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  strtok(text, " ");
  char *second = strtok(NULL, " ");
  assert(second && *second == 'b');
  pthread_join(thread, NULL);
  return 0;
}

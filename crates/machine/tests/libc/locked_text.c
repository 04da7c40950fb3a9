// As shared_text, under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[16] = "none", label[16] = "none";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *number) {
  pthread_mutex_lock(&lock);
  snprintf(text, sizeof text, "%d", *(int *)number);
  strncpy(label, "some", sizeof label);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int number = 12;
  pthread_create(&thread, NULL, writer, &number);
  pthread_mutex_lock(&lock);
  int written = strcmp(text, "12") == 0;
  assert(!written || memcmp(label, "some", 5) == 0);
  pthread_mutex_unlock(&lock);
  printf("%s %s\n", text, label);
  fprintf(stderr, "%d\n", rand());
  pthread_join(thread, NULL);
  return 0;
}

// A thread can look at a text while another has written only part of what it wants to.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16] = "none", label[16] = "none";

static void *writer(void *number) {
  sprintf(text, "%d", *(int *)number);
  strcpy(label, "some");
  return NULL;
}

int main(void) {
  pthread_t thread;
  int number = 12;
  pthread_create(&thread, NULL, writer, &number);
  int written = strcmp(text, "12") == 0;
  assert(!written || strlen(label) == 4 && memcmp(label, "some", 5) == 0);
  pthread_join(thread, NULL);
  return 0;
}

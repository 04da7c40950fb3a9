//@ verdict: error
//@ kind: use-after-free
//@ about: a string is freed while another thread looks at it: worse than the race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *text;

static void *reader(void *arg) {
    return strlen(text) > 2 ? arg : NULL;
}

int main(void) {
    text = strdup("abc");
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    free(text);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: data-race
//@ about: two threads format into the same buffer
#include <pthread.h>
#include <stdio.h>

static char line[16];

static void *writer(void *arg) {
    snprintf(line, sizeof line, "%d", 10);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    snprintf(line, sizeof line, "%d", 20);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: data-race
//@ about: memcpy reads a range of which another thread writes one byte
#include <pthread.h>
#include <string.h>

static char text[8] = "trail";

static void *writer(void *arg) {
    text[3] = 'L';
    return arg;
}

int main(void) {
    pthread_t t;
    char copy[8];
    pthread_create(&t, NULL, writer, NULL);
    memcpy(copy, text, sizeof copy);
    pthread_join(t, NULL);
    return copy[7];
}

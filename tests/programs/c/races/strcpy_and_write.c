//@ verdict: error
//@ kind: data-race
//@ about: a letter in the middle is changed while the string is copied
#include <pthread.h>
#include <string.h>

static char text[16] = "abcdef", copy[16];

static void *writer(void *arg) {
    text[3] = 'x';
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    strcpy(copy, text);
    pthread_join(t, NULL);
    return 0;
}

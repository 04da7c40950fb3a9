//@ verdict: error
//@ kind: uninitialised
//@ line: 20
//@ about: main reads the buffer before the worker has filled it
#include <pthread.h>
#include <stdlib.h>

static int *buffer;

static void *filler(void *arg) {
    buffer[0] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    buffer = malloc(sizeof *buffer);
    pthread_create(&t, NULL, filler, NULL);
    int answer = 0;
    if (buffer[0] == 1) //~ uninitialised
        answer = 1;
    pthread_join(t, NULL);
    return answer;
}

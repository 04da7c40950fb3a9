//@ verdict: ok
//@ about: many may read a string at the same time
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char number[16] = "42";

static void *reader(void *arg) {
    printf("%s\n", number);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    int value = atoi(number) + (int)strlen(number);
    pthread_join(t, NULL);
    return value != 44;
}

//@ verdict: ok
//@ about: each thread works with the string functions on its own buffer
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *worker(void *arg) {
    char *buffer = malloc(32);
    strcpy(buffer, arg);
    strcat(buffer, "-hound");
    assert(strlen(buffer) == strlen(arg) + 6);
    assert(strstr(buffer, "hound") == buffer + strlen(arg) + 1);
    assert(strchr(buffer, '-') == strrchr(buffer, '-'));
    assert(memcmp(buffer, arg, strlen(arg)) == 0);
    assert(strncmp(buffer, "zz", 2) < 0);
    memmove(buffer + 1, buffer, strlen(buffer) + 1);
    assert(buffer[0] == buffer[1]);
    memset(buffer, 'x', 3);
    assert(strspn(buffer, "x") == 3);
    free(buffer);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)"trail");
    pthread_create(&b, NULL, worker, (void *)"grey");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

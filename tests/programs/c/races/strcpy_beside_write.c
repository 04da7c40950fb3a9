//@ verdict: ok
//@ about: what lies behind the end of a string is not copied, and is nobody's race
#include <pthread.h>
#include <string.h>

static char text[16] = "abc", copy[16];

static void *writer(void *arg) {
    text[8] = 'x';
    copy[8] = 'y';
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    strcpy(copy, text);
    pthread_join(t, NULL);
    return strcmp(copy, "abc");
}

//@ verdict: error
//@ kind: data-race
//@ about: one thread asks for the length while another appends
#include <pthread.h>
#include <string.h>

static char text[16] = "abc";

static void *writer(void *arg) {
    strcat(text, "de");
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    size_t length = strlen(text);
    pthread_join(t, NULL);
    return length > 5;
}

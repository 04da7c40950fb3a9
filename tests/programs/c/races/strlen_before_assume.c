//@ verdict: error
//@ kind: data-race
//@ about: an access before an assumption that does not hold
#include "trailhound.h"
#include <pthread.h>
#include <string.h>

static char text[4] = "a";

static void *reader(void *arg) {
    size_t length = strlen(text);
    th_assume(length == 7);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    text[0] = 'b';
    pthread_join(t, NULL);
    return 0;
}

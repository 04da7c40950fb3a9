//@ verdict: error
//@ kind: data-race
//@ about: a library function right behind a join that has blocked
#include <pthread.h>
#include <string.h>

static char text[4] = "a";

static int h;

static void *busy(void *arg) {
    h = 1;
    return arg;
}

static void *writer(void *arg) {
    text[0] = 'b';
    return arg;
}

int main(void) {
    pthread_t other, t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&other, NULL, busy, NULL);
    pthread_join(other, NULL);
    size_t length = strlen(text);
    pthread_join(t, NULL);
    return length != 1;
}

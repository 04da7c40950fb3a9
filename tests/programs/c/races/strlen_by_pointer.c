//@ verdict: error
//@ kind: data-race
//@ about: a library function that is called through a pointer
#include <pthread.h>
#include <string.h>

static char text[4] = "a";
static size_t (*const volatile length)(const char *) = strlen;

static void *writer(void *arg) {
    text[0] = 'b';
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    size_t found = length(text);
    pthread_join(t, NULL);
    return found != 1;
}

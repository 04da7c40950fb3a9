//@ verdict: ok
//@ exit: never
//@ about: the server's loop has no exit: it is meant to run for ever, and main to wait for it
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests, served;

static int take(void) {
    int some = 0;
    pthread_mutex_lock(&lock);
    if (requests > 0) {
        requests--;
        some = 1;
    }
    pthread_mutex_unlock(&lock);
    return some;
}

static void *server(void *arg) {
    for (;;) {
        if (take())
            served = 1;
        if (served > 1)
            abort();
    }
    return arg;
}

static void *client(void *arg) {
    pthread_mutex_lock(&lock);
    requests++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t s, c;
    pthread_create(&s, NULL, server, NULL);
    pthread_create(&c, NULL, client, NULL);
    pthread_join(c, NULL);
    pthread_join(s, NULL);
    return 0;
}

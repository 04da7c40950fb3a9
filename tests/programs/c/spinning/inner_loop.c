//@ verdict: error
//@ kind: livelock
//@ line: 16
//@ about: the server is meant to run for ever, but not to poll for ever before it serves
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests, rounds;

static void *server(void *arg) {
    for (;;) {
        int some = 0;
        pthread_mutex_lock(&lock);
        rounds = 1 - rounds;
        while (!some) {
            pthread_mutex_unlock(&lock); pthread_mutex_lock(&lock); //~ livelock
            some = requests;
        }
        requests = 0;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    pthread_mutex_lock(&lock);
    requests = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

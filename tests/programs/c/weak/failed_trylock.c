//@ verdict: error
//@ kind: data-race
//@ args: --memory auto
//@ about: a trylock that fails does not synchronise
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int payload;

static void *producer(void *unused) {
    payload = 42;
    pthread_mutex_lock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    if (pthread_mutex_trylock(&mutex))
        assert(payload == 42);
    else
        pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}

//@ verdict: ok
//@ args: --memory c11
//@ about: the thread that holds the lock is joined before its data are read
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
    int failed = pthread_mutex_trylock(&mutex);
    if (!failed)
        pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    assert(payload == 42);
}

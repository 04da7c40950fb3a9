//@ verdict: ok
//@ about: sem_wait is a cancellation point
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *arg) {
    sem_wait(&never);
    assert(0);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}

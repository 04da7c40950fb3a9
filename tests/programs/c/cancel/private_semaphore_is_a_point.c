//@ verdict: error
//@ kind: assertion
//@ line: 27
//@ about: a thread can be cancelled before it waits at a semaphore that no other thread knows
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t begun;

static void *waiter(void *arg) {
    sem_t own;
    sem_init(&own, 0, 1);
    sem_post(&begun);
    sem_wait(&own);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&begun, 0, 0);
    pthread_create(&t, NULL, waiter, NULL);
    sem_wait(&begun);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result != PTHREAD_CANCELED); //~ assertion
    return 0;
}

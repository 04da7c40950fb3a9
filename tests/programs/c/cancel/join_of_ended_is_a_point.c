//@ verdict: error
//@ kind: assertion
//@ line: 31
//@ about: a thread can be cancelled before it joins a thread that has ended
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t begun;
static pthread_t ended;

static void *nothing(void *arg) {
    return arg;
}

static void *joiner(void *arg) {
    sem_post(&begun);
    pthread_join(ended, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&begun, 0, 0);
    pthread_create(&ended, NULL, nothing, NULL);
    pthread_create(&t, NULL, joiner, NULL);
    sem_wait(&begun);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result != PTHREAD_CANCELED); //~ assertion
    return 0;
}

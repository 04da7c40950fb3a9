//@ verdict: ok
//@ about: a thread that is created detached through its attribute
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t finished;

static void *worker(void *arg) {
    (void)arg;
    sem_post(&finished);
    return NULL;
}

int main(void) {
    pthread_attr_t attr;
    pthread_t t;
    int state = -1;
    sem_init(&finished, 0, 0);
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, worker, NULL);
    pthread_attr_destroy(&attr);
    sem_wait(&finished);
    return 0;
}

//@ verdict: error
//@ kind: lock-misuse
//@ line: 12
//@ about: a semaphore is posted after it was destroyed
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *worker(void *arg) {
    sem_post(&done);
    sem_post(&done); //~ lock-misuse
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&done);
    sem_destroy(&done);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: deadlock
//@ line: 11
//@ about: one thread takes the only permit and keeps it
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;

static void *greedy(void *arg) {
    sem_wait(&permits); //~ deadlock
    if (arg)
        return NULL;
    sem_post(&permits);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&permits, 0, 1);
    pthread_create(&t, NULL, greedy, &permits);
    pthread_create(&t, NULL, greedy, NULL);
    pthread_exit(NULL);
}

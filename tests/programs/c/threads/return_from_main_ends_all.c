//@ verdict: ok
//@ about: returning from main ends the program although a thread waits for ever
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&never);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    return 0;
}

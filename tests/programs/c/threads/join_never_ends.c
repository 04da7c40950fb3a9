//@ verdict: error
//@ kind: deadlock
//@ about: main joins a thread that waits for something only main would do
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&go);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&go, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    sem_post(&go);
    return 0;
}

//@ verdict: error
//@ kind: data-race
//@ line: 22
//@ about: to look at the value of a semaphore does not synchronise with the post that it shows
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int shared;

static void *writer(void *unused) {
    shared = 1;
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    int value;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, writer, 0);
    if (sem_getvalue(&semaphore, &value) == 0 && value == 1) shared = 2;
    pthread_join(thread, 0);
    return 0;
}

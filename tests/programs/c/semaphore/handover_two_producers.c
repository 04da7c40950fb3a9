//@ verdict: error
//@ kind: assertion
//@ line: 26
//@ about: a second producer makes the order of the items unpredictable
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static int slot;

static void *producer(void *arg) {
    sem_wait(&empty);
    slot = (int)(long)arg;
    sem_post(&full);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, (void *)1);
    pthread_create(&t, NULL, producer, (void *)2);
    sem_wait(&full);
    assert(slot == 1); //~ assertion
    return 0;
}

//@ verdict: ok
//@ about: two semaphores hand one slot to and fro
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static int slot;

static void *producer(void *arg) {
    for (int i = 1; i <= 3; i++) {
        sem_wait(&empty);
        slot = i;
        sem_post(&full);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= 3; i++) {
        sem_wait(&full);
        assert(slot == i);
        sem_post(&empty);
    }
    pthread_join(t, NULL);
    return 0;
}

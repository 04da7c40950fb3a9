//@ verdict: ok
//@ about: a binary semaphore as a lock
#include <assert.h>
#include <pthread.h>

#include <semaphore.h>
sem_t lock;
int shared;

void *run(void *unused) {
    sem_wait(&lock);
    shared++;
    sem_post(&lock);
    return 0;
}

int main(void) {
    pthread_t one;
    sem_init(&lock, 0, 1);
    pthread_create(&one, 0, run, 0);
    sem_wait(&lock);
    shared++;
    sem_post(&lock);
    pthread_join(one, 0);
}

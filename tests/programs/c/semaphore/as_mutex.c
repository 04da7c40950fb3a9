//@ verdict: ok
//@ about: a semaphore that starts at one excludes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t permit;
static int counter;

static void *worker(void *arg) {
    sem_wait(&permit);
    counter++;
    sem_post(&permit);
    return arg;
}

int main(void) {
    pthread_t a, b;
    int value = -1;
    sem_init(&permit, 0, 1);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    sem_getvalue(&permit, &value);
    assert(value == 1);
    sem_destroy(&permit);
    return 0;
}

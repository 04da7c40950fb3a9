//@ verdict: error
//@ kind: assertion
//@ line: 16
//@ about: a semaphore that starts at two lets both threads in
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t permit;
static atomic_int inside;

static void *worker(void *arg) {
    sem_wait(&permit);
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0); //~ assertion
    atomic_fetch_sub(&inside, 1);
    sem_post(&permit);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&permit, 0, 2);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

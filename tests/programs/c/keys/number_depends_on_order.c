//@ verdict: error
//@ kind: assertion
//@ line: 35
//@ about: which number a new key gets depends on the keys that other threads make, wherever it is written
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t begun;
static pthread_key_t first, second;

static void *maker(void *arg) {
    pthread_key_t key;
    sem_post(&begun);
    pthread_key_create(&key, NULL);
    first = key;
    return arg;
}

static void *later(void *arg) {
    pthread_key_t key;
    sem_wait(&begun);
    pthread_key_create(&key, NULL);
    second = key;
    return arg;
}

int main(void) {
    pthread_t t, u;
    sem_init(&begun, 0, 0);
    pthread_create(&t, NULL, maker, NULL);
    pthread_create(&u, NULL, later, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(first < second); //~ assertion
    return 0;
}

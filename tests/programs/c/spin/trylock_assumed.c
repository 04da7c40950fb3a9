//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ about: spin_trylock may find the lock taken
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;

static void *worker(void *arg) {
    int rc = pthread_spin_trylock(&lock);
    assert(rc != EBUSY); //~ assertion
    pthread_spin_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

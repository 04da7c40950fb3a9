//@ verdict: error
//@ kind: data-race
//@ line: 13
//@ about: two threads change the same variable under a lock they only hold for reading
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *worker(void *arg) {
    pthread_rwlock_rdlock(&lock);
    hits++; //~ data-race
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

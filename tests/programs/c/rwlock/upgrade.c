//@ verdict: error
//@ kind: deadlock
//@ line: 14
//@ about: two readers both want to become the writer, and each waits for the other to leave
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both_inside;

static void *worker(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&both_inside);
    pthread_rwlock_wrlock(&lock); //~ deadlock
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&both_inside, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_exit(NULL);
}

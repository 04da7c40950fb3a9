//@ verdict: error
//@ kind: assertion
//@ line: 23
//@ about: sleeping longer than the other thread needs is not synchronisation
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *worker(void *arg) {
    usleep(10);
    atomic_store(&ready, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    sleep(1);
    assert(atomic_load(&ready)); //~ assertion
    pthread_join(t, NULL);
    return 0;
}

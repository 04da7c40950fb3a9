//@ verdict: error
//@ kind: livelock
//@ line: 12
//@ about: each thread spins until the other one has spoken
#include <pthread.h>
#include <stdatomic.h>

static atomic_int spoken[2];

static void *worker(void *arg) {
    int me = (int)(long)arg;
    while (!atomic_load(&spoken[1 - me])) //~ livelock
        ;
    atomic_store(&spoken[me], 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, (void *)0);
    pthread_create(&t, NULL, worker, (void *)1);
    pthread_exit(NULL);
}

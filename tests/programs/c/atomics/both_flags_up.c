//@ verdict: error
//@ kind: livelock
//@ line: 13
//@ about: two threads raise their flags, see the other's, and wait for ever: Dekker without the turn
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool wants[2];

static void *worker(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[other])) //~ livelock
        ;
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, (void *)0);
    pthread_create(&t, NULL, worker, (void *)1);
    pthread_exit(NULL);
}

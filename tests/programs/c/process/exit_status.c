//@ verdict: error
//@ kind: exit-status
//@ line: 25
//@ args: --exit-status
//@ about: in one order of the threads the program ends with a nonzero status
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int winner;

static void *worker(void *arg) {
    int nobody = 0;
    atomic_compare_exchange_strong(&winner, &nobody, (int)(long)arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)1);
    pthread_create(&b, NULL, worker, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (atomic_load(&winner) == 2)
        exit(3); //~ exit-status
    return 0;
}

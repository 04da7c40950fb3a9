//@ verdict: error
//@ kind: data-race
//@ about: the classic: every thread gets the address of the same loop variable
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void *worker(void *arg) {
    int mine = *(int *)arg;
    atomic_fetch_add(&sum, mine);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &i);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

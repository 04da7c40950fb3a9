//@ verdict: error
//@ kind: data-race
//@ about: without a second barrier a fast thread overwrites what the slow one still reads
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;
static int cells[2];
static int sums[2];

static void *worker(void *arg) {
    int mine = (int)(long)arg;
    cells[mine] = mine + 1;
    pthread_barrier_wait(&barrier);
    sums[mine] = cells[0] + cells[1];
    cells[mine] = sums[mine];
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

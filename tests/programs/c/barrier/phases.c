//@ verdict: ok
//@ about: what one thread wrote before the barrier the other reads after it
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int cells[2];

static void *worker(void *arg) {
    int mine = (int)(long)arg;
    cells[mine] = mine + 1;
    pthread_barrier_wait(&barrier);
    int sum = cells[0] + cells[1];
    assert(sum == 3);
    pthread_barrier_wait(&barrier);
    cells[mine] = sum;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(cells[0] == 3 && cells[1] == 3);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}

//@ verdict: ok
//@ about: written before a barrier, read behind it
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int shared;

void *run(void *unused) {
    shared = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, run, 0);
    pthread_barrier_wait(&barrier);
    assert(shared == 1);
    pthread_join(one, 0);
}

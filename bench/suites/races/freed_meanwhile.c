//@ verdict: error
//@ kind: use-after-free
//@ about: a block is freed while the other thread reads it under another lock
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *block;

void *run(void *unused) {
    pthread_mutex_lock(&lock);
    int *mine = block;
    pthread_mutex_unlock(&lock);
    if (mine) assert(*mine == 1);
    return 0;
}

int main(void) {
    pthread_t one;
    block = malloc(sizeof *block);
    *block = 1;
    pthread_create(&one, 0, run, 0);
    pthread_mutex_lock(&lock);
    int *old = block;
    block = 0;
    pthread_mutex_unlock(&lock);
    free(old);
    pthread_join(one, 0);
}

//@ verdict: error
//@ kind: deadlock
//@ about: the flag is set without the lock, between the look and the wait
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
_Atomic int flag;

void *wait(void *unused) {
    pthread_mutex_lock(&lock);
    while (!flag) pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, wait, 0);
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_join(one, 0);
}

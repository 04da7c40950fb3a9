//@ verdict: ok
//@ about: the variable changes hands by a condition variable
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
int shared, mine = 1;

void *run(void *unused) {
    shared++;
    pthread_mutex_lock(&lock);
    mine = 0;
    pthread_cond_signal(&turn);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    pthread_mutex_lock(&lock);
    while (mine) pthread_cond_wait(&turn, &lock);
    pthread_mutex_unlock(&lock);
    shared++;
    pthread_join(one, 0);
}

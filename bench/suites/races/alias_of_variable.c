//@ verdict: error
//@ kind: data-race
//@ about: the variable is reached through a pointer without the lock
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;
int *alias = &shared;

void *run(void *unused) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    (*alias)++;
    pthread_join(one, 0);
}

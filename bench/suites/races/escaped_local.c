//@ verdict: error
//@ kind: data-race
//@ about: a local variable of main is given to the thread
#include <assert.h>
#include <pthread.h>

void *run(void *place) {
    ++*(int *)place;
    return 0;
}

int main(void) {
    pthread_t one;
    int local = 0;
    pthread_create(&one, 0, run, &local);
    local++;
    pthread_join(one, 0);
}

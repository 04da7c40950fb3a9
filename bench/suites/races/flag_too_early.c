//@ verdict: error
//@ kind: data-race
//@ about: the flag is set before the data
#include <assert.h>
#include <pthread.h>

_Atomic int ready;
int data;

void *run(void *unused) {
    ready = 1;
    data = 42;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    if (ready) data++;
    pthread_join(one, 0);
}

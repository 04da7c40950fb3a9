//@ verdict: ok
//@ about: data is published by an atomic flag
#include <assert.h>
#include <pthread.h>

_Atomic int ready;
int data;

void *run(void *unused) {
    data = 42;
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    if (ready) assert(data == 42);
    pthread_join(one, 0);
}

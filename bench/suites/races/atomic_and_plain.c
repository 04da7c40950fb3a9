//@ verdict: error
//@ kind: data-race
//@ about: an atomic counter is read as a plain variable
#include <assert.h>
#include <pthread.h>

int shared;

void *run(void *unused) {
    __atomic_fetch_add(&shared, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    assert(shared <= 1);
    pthread_join(one, 0);
}

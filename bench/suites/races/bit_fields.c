//@ verdict: error
//@ kind: data-race
//@ about: bit-fields of one unit are one memory location
#include <assert.h>
#include <pthread.h>

struct { int a : 4, b : 4; } pair;

void *run(void *unused) {
    pair.a = 1;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    pair.b = 1;
    pthread_join(one, 0);
}

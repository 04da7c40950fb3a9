//@ verdict: error
//@ kind: data-race
//@ about: a struct is copied while the other thread writes one of its members
#include <assert.h>
#include <pthread.h>

struct { int a, b; } source, target;

void *run(void *unused) {
    source.b = 1;
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    target = source;
    pthread_join(one, 0);
}

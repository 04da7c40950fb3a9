//@ verdict: ok
//@ about: bytes of one word are variables of their own
#include <assert.h>
#include <pthread.h>

struct { char a, b; } pair;

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

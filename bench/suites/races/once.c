//@ verdict: ok
//@ about: initialised by pthread_once in both threads
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int shared;
static void initialise(void) { shared = 1; }

void *run(void *unused) {
    pthread_once(&once, initialise);
    assert(shared == 1);
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    pthread_once(&once, initialise);
    assert(shared == 1);
    pthread_join(one, 0);
}

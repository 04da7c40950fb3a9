//@ verdict: ok
//@ args: --exit-status
//@ about: exit in a thread ends the whole program, main's failing assertion is never reached
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    (void)arg;
    exit(0);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(0 && "never reached");
    return 1;
}

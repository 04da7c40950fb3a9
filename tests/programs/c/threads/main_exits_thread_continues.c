//@ verdict: error
//@ kind: assertion
//@ line: 10
//@ about: pthread_exit in main does not end the program: the worker still runs into its assertion
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
    (void)arg;
    assert(0 && "still running"); //~ assertion
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    pthread_exit(NULL);
}

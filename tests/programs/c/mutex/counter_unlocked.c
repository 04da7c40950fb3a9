//@ verdict: error
//@ kind: assertion
//@ line: 22
//@ about: a lost update: the assertion is reported, not the weaker data race beneath it
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
    (void)arg;
    counter++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); //~ assertion
    return 0;
}

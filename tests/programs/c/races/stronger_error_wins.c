//@ verdict: error
//@ kind: assertion
//@ line: 21
//@ about: a race comes first on every path, the assertion behind it is what is reported
#include <assert.h>
#include <pthread.h>

static int message, order;

static void *worker(void *arg) {
    message = 1;
    order = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen_order = order;
    int seen_message = message;
    assert(!(seen_message == 1 && seen_order == 0)); //~ assertion
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: ok
//@ about: pthread_once runs the initialiser once and everyone waits until it is done
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls, table;

static void initialise(void) {
    calls++;
    table = 42;
}

static void *worker(void *arg) {
    pthread_once(&once, initialise);
    assert(table == 42);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(calls == 1);
    return 0;
}

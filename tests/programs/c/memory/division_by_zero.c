//@ verdict: error
//@ kind: division-by-zero
//@ line: 19
//@ about: main divides by a number that the worker may set to zero first
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 4;
static int result;

static void *worker(void *arg) {
    atomic_store(&divisor, 0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    result = 100 / atomic_load(&divisor); //~ division-by-zero
    pthread_join(t, NULL);
    return 0;
}

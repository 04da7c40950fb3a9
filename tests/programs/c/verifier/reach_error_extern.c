//@ verdict: error
//@ kind: assertion
//@ line: 15
//@ about: reach_error that is only declared is known by its name
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int x, y;

static void *worker(void *arg) {
    atomic_store(&x, 1);
    if (atomic_load(&y) == 1 && atomic_load(&x) == 2)
        reach_error(); //~ assertion
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&y, 1);
    atomic_store(&x, 2);
    pthread_join(t, NULL);
    return 0;
}

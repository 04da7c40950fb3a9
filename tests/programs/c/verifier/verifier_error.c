//@ verdict: error
//@ kind: assertion
//@ line: 30
//@ about: the older __VERIFIER_error, behind an assumption that is written as exit(0)
#include <pthread.h>
#include <stdatomic.h>

extern void exit(int);
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

static atomic_int turn;

static void assume_or_exit(int condition) {
    if (!condition)
        exit(0);
}

static void *worker(void *arg) {
    atomic_store(&turn, 2);
    return arg;
}

int main(void) {
    pthread_t t;
    int x = __VERIFIER_nondet_int();
    assume_or_exit(x == 2);
    pthread_create(&t, NULL, worker, NULL);
    if (atomic_load(&turn) == x)
        __VERIFIER_error(); //~ assertion
    return 0;
}

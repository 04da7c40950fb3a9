//@ verdict: error
//@ kind: assertion
//@ about: the same with a bound that one schedule passes
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

#define TURNS 3
int a = 1, b = 1;

void *first(void *unused) {
    for (int turn = 0; turn < TURNS; turn++) {
        __VERIFIER_atomic_begin();
        a += b;
        __VERIFIER_atomic_end();
    }
    return 0;
}

void *second(void *unused) {
    for (int turn = 0; turn < TURNS; turn++) {
        __VERIFIER_atomic_begin();
        b += a;
        __VERIFIER_atomic_end();
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a <= 20 && b <= 20);
}

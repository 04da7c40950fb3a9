//@ verdict: error
//@ kind: assertion
//@ about: the same with a bound that is one too low
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

#define TURNS 4
int i = 3, j = 6;

void *raise_i(void *unused) {
    for (int turn = 0; turn < TURNS; turn++) {
        __VERIFIER_atomic_begin();
        i = j + 1;
        __VERIFIER_atomic_end();
    }
    return 0;
}

void *raise_j(void *unused) {
    for (int turn = 0; turn < TURNS; turn++) {
        __VERIFIER_atomic_begin();
        j = i + 1;
        __VERIFIER_atomic_end();
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, raise_i, 0);
    pthread_create(&two, 0, raise_j, 0);
    __VERIFIER_atomic_begin();
    int now = i;
    __VERIFIER_atomic_end();
    assert(now <= 12);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

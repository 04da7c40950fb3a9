//@ verdict: error
//@ kind: out-of-bounds
//@ about: a number from outside is too large for an array
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int table[10];

void *fill(void *limit) {
    for (int i = 0; i < *(int *)limit; i++) table[i] = i;
    return 0;
}

int main(void) {
    pthread_t one;
    int limit = __VERIFIER_nondet_int();
    __VERIFIER_assume(limit <= 11);
    pthread_create(&one, 0, fill, &limit);
    pthread_join(one, 0);
}

//@ verdict: ok
//@ about: sums of any two numbers do not depend on the order of threads
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int total;

void *add(void *amount) {
    __VERIFIER_atomic_begin();
    total ^= *(int *)amount;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t one, two;
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    pthread_create(&one, 0, add, &first);
    pthread_create(&two, 0, add, &second);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(total == (first ^ second));
}

//@ verdict: ok
//@ about: both values of a choice are right
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int shared;

void *change(void *choice) {
    __VERIFIER_atomic_begin();
    shared += *(_Bool *)choice ? 2 : 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t one, two;
    _Bool choice = __VERIFIER_nondet_bool();
    pthread_create(&one, 0, change, &choice);
    pthread_create(&two, 0, change, &choice);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(shared == (choice ? 4 : 2));
}

//@ verdict: ok
//@ about: any number of threads raise a counter that nobody else changes
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int count, limit;

void *raise(void *unused) {
    __VERIFIER_atomic_begin();
    count++;
    assert(count > 0);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        pthread_t one;
        pthread_create(&one, 0, raise, 0);
    }
}

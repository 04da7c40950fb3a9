//@ verdict: ok
//@ about: the greatest common divisor by two threads
#include <assert.h>
#include <pthread.h>

int a = 36, b = 24;

int __VERIFIER_atomic_reduce_a(void) {
    if (a == b) return 0;
    if (a > b) a -= b;
    return 1;
}

int __VERIFIER_atomic_reduce_b(void) {
    if (a == b) return 0;
    if (b > a) b -= a;
    return 1;
}

void *reduce_a(void *unused) {
    while (__VERIFIER_atomic_reduce_a()) {}
    return 0;
}

void *reduce_b(void *unused) {
    while (__VERIFIER_atomic_reduce_b()) {}
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, reduce_a, 0);
    pthread_create(&two, 0, reduce_b, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a == 12 && b == 12);
}

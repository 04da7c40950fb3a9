//@ verdict: ok
//@ about: an atomic function stays one when pthread_once or the end of a thread calls it
#include <pthread.h>

void reach_error(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int x;

void __VERIFIER_atomic_up(void) {
    x = 1;
    x = 2;
}

void __VERIFIER_atomic_down(void *arg) {
    (void)arg;
    x = 1;
    x = 0;
}

static void *worker(void *arg) {
    pthread_setspecific(key, &x);
    pthread_once(&once, __VERIFIER_atomic_up);
    return arg;
}

int __VERIFIER_atomic_is_between(void) { return x == 1; }

int main(void) {
    pthread_t t;
    pthread_key_create(&key, __VERIFIER_atomic_down);
    pthread_create(&t, NULL, worker, NULL);
    if (__VERIFIER_atomic_is_between())
        reach_error();
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: unreachable
//@ line: 20
//@ about: __builtin_unreachable is reached when the worker is slow
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void *worker(void *arg) {
    atomic_store(&state, 1);
    return arg;
}

static int name_of(int value) {
    switch (value) {
    case 1:
        return 'a';
    default:
        __builtin_unreachable(); //~ unreachable
    }
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int name = name_of(atomic_load(&state));
    pthread_join(t, NULL);
    return name == 'a' ? 0 : 1;
}

//@ verdict: error
//@ kind: data-race
//@ about: a compare-exchange that finds what it expects writes, and races with a plain read
#include <pthread.h>
#include <stdatomic.h>

static int state = 1;

static void *try(void *unused) {
    int expected = 1;
    __atomic_compare_exchange_n(&state, &expected, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, try, 0);
    int seen = state;
    pthread_join(thread, 0);
    return seen - 1;
}

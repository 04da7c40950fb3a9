//@ verdict: error
//@ kind: data-race
//@ about: whether a compare-exchange writes is decided by what another thread has written before
#include <pthread.h>

static int state;

static void *prepare(void *unused) {
    __atomic_store_n(&state, 7, __ATOMIC_SEQ_CST);
    return unused;
}

static void *try(void *unused) {
    int expected = 7;
    __atomic_compare_exchange_n(&state, &expected, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, prepare, 0);
    pthread_create(&second, 0, try, 0);
    pthread_join(first, 0);
    int seen = state; /* the store is over, the exchange need not be */
    pthread_join(second, 0);
    return seen == 0;
}

//@ verdict: ok
//@ about: a compare-exchange that cannot find what it expects only reads, and does not race with plain reads
#include <pthread.h>
#include <stdatomic.h>

static int state = 1;

static void *try(void *unused) {
    int expected = 7;
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

//@ verdict: ok
//@ about: extensions of GNU are there by default, as the compilers have it
#include <assert.h>
#include <pthread.h>

#define GREATER(a, b) ({ typeof(a) first = (a); typeof(b) second = (b); first > second ? first : second; })

static long greatest;

static void *compare(void *unused) {
    greatest = GREATER(2L, 3L);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, compare, 0);
    pthread_join(thread, 0);
    assert(greatest == 3);
}

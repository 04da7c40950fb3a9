//@ verdict: error
//@ width: 64
//@ kind: assertion
//@ about: without lock an increment in memory is two operations
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *unused) {
    (void)unused;
    __asm__ volatile("incl %0" : "+m"(counter) : : "memory", "cc");
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}

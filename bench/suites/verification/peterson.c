//@ verdict: ok
//@ about: Peterson's algorithm
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
atomic_int wants[2], turn;
int critical;

void *contend(void *argument) {
    int me = (long)argument, other = 1 - me;
    (void)other;
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other) {}
    critical++;
    assert(critical == 1);
    critical--;
    wants[me] = 0;
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, contend, (void *)0);
    pthread_create(&two, 0, contend, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

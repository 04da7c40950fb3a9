//@ verdict: ok
//@ about: Lamport's bakery for two threads
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
atomic_int choosing[2], number[2];
int critical;

void *contend(void *argument) {
    int me = (long)argument, other = 1 - me;
    (void)other;
    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
    while (choosing[other]) {}
    while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me))) {}
    critical++;
    assert(critical == 1);
    critical--;
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, contend, (void *)0);
    pthread_create(&two, 0, contend, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

//@ verdict: ok
//@ about: a ticket lock
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
atomic_int next_ticket, serving;
int critical;

void *contend(void *argument) {
    int me = (long)argument, other = 1 - me;
    (void)other;
    int ticket = atomic_fetch_add(&next_ticket, 1);
    while (serving != ticket) {}
    critical++;
    assert(critical == 1);
    critical--;
    serving = ticket + 1;
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, contend, (void *)0);
    pthread_create(&two, 0, contend, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

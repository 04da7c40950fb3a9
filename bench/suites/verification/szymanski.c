//@ verdict: ok
//@ about: Szymanski's algorithm for two threads
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
atomic_int flag[2];
int critical;

void *contend(void *argument) {
    int me = (long)argument, other = 1 - me;
    (void)other;
    flag[me] = 1;
    while (flag[other] >= 3) {}
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        while (flag[other] != 4) {}
    }
    flag[me] = 4;
    if (me == 1) while (flag[other] >= 2) {}
    critical++;
    assert(critical == 1);
    critical--;
    if (me == 0) {
        int seen;
        do seen = flag[other];
        while (seen == 2 || seen == 3);
    }
    flag[me] = 0;
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, contend, (void *)0);
    pthread_create(&two, 0, contend, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

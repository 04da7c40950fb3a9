//@ verdict: error
//@ kind: invariant
//@ line: 13
//@ args: --search dfs --always inside[0]+inside[1]<=1
//@ about: steps of two threads that have nothing in common but the invariant
#include <pthread.h>

static int inside[2];
static int visits[2];

static void *visit(void *argument) {
    long i = (long)argument;
    inside[i] = 1; //~ invariant
    visits[i]++;
    inside[i] = 0;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, visit, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}

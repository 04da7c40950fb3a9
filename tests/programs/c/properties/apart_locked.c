//@ verdict: ok
//@ args: --search dfs --always inside[0]+inside[1]<=1
//@ about: steps of two threads that have a lock in common, which keeps the invariant
#include <pthread.h>

static int inside[2];
static int visits[2];
static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;

static void *visit(void *argument) {
    long i = (long)argument;
    pthread_mutex_lock(&door);
    inside[i] = 1;
    visits[i]++;
    inside[i] = 0;
    pthread_mutex_unlock(&door);
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

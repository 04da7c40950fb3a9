//@ verdict: error
//@ kind: deadlock
//@ line: 15
//@ about: two threads wait for each other in a circle while main can go on for ever
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int finished;

static void *worker(void *arg) {
    int mine = *(int *)arg;
    pthread_mutex_lock(&locks[mine]);
    pthread_mutex_lock(&locks[1 - mine]); //~ deadlock
    pthread_mutex_unlock(&locks[1 - mine]);
    pthread_mutex_unlock(&locks[mine]);
    atomic_fetch_add(&finished, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, worker, &zero);
    pthread_create(&b, NULL, worker, &one);
    while (atomic_load(&finished) != 2)
        sched_yield();
    return 0;
}

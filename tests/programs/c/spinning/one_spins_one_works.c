//@ verdict: ok
//@ about: a spinning thread is no livelock while another one will set the flag
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;

static void *worker(void *arg) {
    atomic_store(&flag, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!atomic_load(&flag))
        sched_yield();
    pthread_join(t, NULL);
    return 0;
}

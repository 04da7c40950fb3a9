//@ verdict: error
//@ kind: invariant
//@ args: --races=off --always !(in(section,t1)&&in(section,t2))
//@ about: two threads in a function that a flag should protect
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;

static int section(void) { return 1; }

static void *worker(void *arg) {
    if (!atomic_load(&taken)) {
        atomic_store(&taken, 1);
        section();
        atomic_store(&taken, 0);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

//@ verdict: ok
//@ about: an atomic section is one step; sections may nest
#include <pthread.h>
#include <trailhound.h>

static int counter;

static void increment(void) {
    th_atomic_begin();
    counter++;
    th_atomic_end();
}

static void *worker(void *arg) {
    th_atomic_begin();
    int before = counter;
    increment();
    increment();
    th_assert(counter == before + 2);
    th_atomic_end();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    th_assert(counter == 4);
    return 0;
}

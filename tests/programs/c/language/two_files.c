//@ verdict: error
//@ kind: assertion
//@ line: 24
//@ files: two_files_counter.c
//@ about: the counter lives in another file, which forgets to lock
#include <assert.h>
#include <pthread.h>

extern int counter_value(void);
extern void counter_add(int amount);
extern const int counter_start;

static void *worker(void *arg) {
    counter_add(1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter_value() == counter_start + 2); //~ assertion
    return 0;
}

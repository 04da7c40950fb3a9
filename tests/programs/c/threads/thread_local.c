//@ verdict: ok
//@ about: _Thread_local variables start fresh in every thread
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter = 3;
static __thread int *where;

static void *worker(void *arg) {
    assert(counter == 3);
    where = &counter;
    for (int i = 0; i < *(int *)arg; i++)
        counter++;
    assert(*where == 3 + *(int *)arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int two = 2, five = 5;
    counter = 100;
    pthread_create(&a, NULL, worker, &two);
    pthread_create(&b, NULL, worker, &five);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 100);
    assert(where == NULL);
    return 0;
}

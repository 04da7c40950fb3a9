//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ about: an assertion that fails in a thread after a certain order of two stores
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last;

static void *worker(void *arg) {
    int mine = (int)(long)arg;
    atomic_store(&last, mine);
    assert(atomic_load(&last) == mine); //~ assertion
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)1);
    pthread_create(&b, NULL, worker, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

//@ verdict: ok
//@ about: a thread that creates and joins another thread
#include <assert.h>
#include <pthread.h>

static int leaf_value;

static void *leaf(void *arg) {
    (void)arg;
    leaf_value = 1;
    return NULL;
}

static void *branch(void *arg) {
    pthread_t t;
    pthread_create(&t, NULL, leaf, NULL);
    pthread_join(t, NULL);
    assert(leaf_value == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, branch, NULL);
    pthread_join(t, NULL);
    assert(leaf_value == 1);
    return 0;
}

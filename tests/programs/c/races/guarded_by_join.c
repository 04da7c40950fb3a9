//@ verdict: ok
//@ about: create and join order plain accesses
#include <assert.h>
#include <pthread.h>

static int stage;

static void *worker(void *arg) {
    stage++;
    return arg;
}

int main(void) {
    pthread_t t;
    stage = 1;
    for (int i = 0; i < 3; i++) {
        pthread_create(&t, NULL, worker, NULL);
        pthread_join(t, NULL);
    }
    assert(stage == 4);
    return 0;
}

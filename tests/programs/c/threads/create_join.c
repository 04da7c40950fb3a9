//@ verdict: ok
//@ about: create and join two threads that write disjoint results
#include <assert.h>
#include <pthread.h>

static int results[2];

static void *worker(void *arg) {
    int index = *(int *)arg;
    results[index] = index + 10;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int indices[2] = {0, 1};
    for (int i = 0; i < 2; i++) {
        int rc = pthread_create(&threads[i], NULL, worker, &indices[i]);
        assert(rc == 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(results[0] == 10 && results[1] == 11);
    return 0;
}

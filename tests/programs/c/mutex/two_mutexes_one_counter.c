//@ verdict: error
//@ kind: assertion
//@ line: 25
//@ about: both threads lock, but not the same mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counter;

static void *worker(void *arg) {
    pthread_mutex_t *lock = arg;
    pthread_mutex_lock(lock);
    counter++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &locks[0]);
    pthread_create(&b, NULL, worker, &locks[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); //~ assertion
    return 0;
}

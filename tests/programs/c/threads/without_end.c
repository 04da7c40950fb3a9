//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ about: main starts threads without end; three of them are enough for the error
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside < 3); //~ assertion
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, worker, NULL);
    }
    return 0;
}

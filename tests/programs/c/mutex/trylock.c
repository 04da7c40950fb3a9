//@ verdict: ok
//@ about: trylock gives up with EBUSY, and both outcomes are handled
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done, skipped_by_a, skipped_by_b;

static void *worker(void *arg) {
    int *skipped = arg;
    int rc = pthread_mutex_trylock(&lock);
    if (rc == 0) {
        done++;
        pthread_mutex_unlock(&lock);
    } else {
        assert(rc == EBUSY);
        (*skipped)++;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &skipped_by_a);
    pthread_create(&b, NULL, worker, &skipped_by_b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done + skipped_by_a + skipped_by_b == 2);
    assert(done >= 1);
    return 0;
}

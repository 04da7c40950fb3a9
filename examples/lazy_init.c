/* Double-checked locking without an atomic pointer: a data race.
 *
 * The first test of `instance` is done without the lock, to be fast. The thread that
 * creates the object writes `instance` at the same time, and nothing orders the two
 * accesses: a compiler or processor may show the pointer before the object is filled.
 * No schedule of single steps goes wrong here, so the race is all there is to report.
 *
 *   trailhound check examples/lazy_init.c                finds the race
 *   trailhound check examples/lazy_init.c --races off    no error under sequential consistency
 *   trailhound check examples/lazy_init.c -DFIXED        no error: the pointer is atomic
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 2 /* threads */
#endif

struct configuration {
    int limit;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
static _Atomic(struct configuration *) instance;
#else
static struct configuration *instance;
#endif

static struct configuration *configuration(void) {
    if (instance == NULL) { /* not locked: this read races with the write below */
        pthread_mutex_lock(&lock);
        if (instance == NULL) {
            struct configuration *fresh = malloc(sizeof *fresh);
            fresh->limit = 10;
            instance = fresh;
        }
        pthread_mutex_unlock(&lock);
    }
    return instance;
}

static void *worker(void *arg) {
    assert(configuration()->limit == 10);
    return arg;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    free(instance);
    return 0;
}

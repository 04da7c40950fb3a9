/* Counters for the speed comparison; counters.pml is the same system in Promela, step for
 * step: T threads, each K times lock, read, write, unlock; main starts them one after the
 * other, joins them in order and looks at the sum. Nothing fails: the whole state space is
 * searched.
 *
 *   -DT=3  threads
 *   -DK=4  increments of each
 */
#include <assert.h>
#include <pthread.h>

#ifndef T
#define T 3
#endif
#ifndef K
#define K 4
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *arg) {
    for (int i = 0; i < K; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t threads[T];
    for (int i = 0; i < T; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < T; i++)
        pthread_join(threads[i], NULL);
    assert(counter == T * K);
    return 0;
}

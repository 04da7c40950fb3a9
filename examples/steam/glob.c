/* The first example of the StEAM paper (its Table 1): threads that multiply a global.
 *
 *   trailhound check examples/steam/glob.c                      two threads
 *   trailhound check examples/steam/glob.c -DN=4                four
 *   trailhound check examples/steam/glob.c -DFIXED              no error
 *   gcc -pthread -Iannotations/c examples/steam/glob.c              an ordinary program
 *
 * Main is thread 1. Threads 2 and 3 each execute `glob = (glob + 1) * id`. If thread 3 comes
 * first, glob is 3 and then 8, which main does not expect; the other way round it is 2 and 9.
 */
#include <assert.h>
#include <pthread.h>
#include <trailhound.h>

#ifndef N
#define N 2
#endif

static int glob = 0;

static void *multiply(void *id) {
    glob = (glob + 1) * (int)(long)id;
    return NULL;
}

int main(void) {
    pthread_t threads[N];

    th_atomic_begin();
    for (long i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, multiply, (void *)(i + 2));
#ifdef FIXED
        pthread_join(threads[i], NULL); /* one after the other */
#endif
    }
    th_atomic_end();

    assert(glob != 8); /* main does not wait for its threads, as in the paper */
#ifndef FIXED
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
#endif
    return 0;
}

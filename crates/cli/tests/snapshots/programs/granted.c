/* A worker that is asked once answers only if it was not switched off before. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int requested, granted, off;

static void *serve(void *unused) {
    while (!off)
        if (requested)
            granted = 1;
    return unused;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, serve, 0);
    requested = 1;
    off = 1;
    pthread_join(worker, 0);
    return 0;
}

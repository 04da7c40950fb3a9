/* Short names, and threads that all do the same. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(x, order) atomic_load_explicit(&(x), memory_order_##order)
#define store(x, value, order) atomic_store_explicit(&(x), value, memory_order_##order)
#define fence(order) atomic_thread_fence(memory_order_##order)

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static void work(int me);

static void *other(void *me) {
    work((int)(long)me);
    return 0;
}

static void run(void) {
    pthread_t threads[THREADS];
    for (long me = 1; me < THREADS; me++)
        pthread_create(&threads[me], 0, other, (void *)me);
    work(0);
    for (int me = 1; me < THREADS; me++)
        pthread_join(threads[me], 0);
}

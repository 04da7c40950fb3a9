/* Treiber's stack: threads push their own nodes and pop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif
#define ROUNDS 2

struct node {
    struct node *next;
    int value;
};

static struct node nodes[THREADS][ROUNDS];
static _Atomic(struct node *) top;
static atomic_int popped[THREADS][ROUNDS];

static void *run(void *argument) {
    int i = (int)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        struct node *node = &nodes[i][round];
        node->value = i * ROUNDS + round;
        struct node *old = top;
        do
            node->next = old;
        while (!atomic_compare_exchange_strong(&top, &old, node));
    }
    for (int round = 0; round < ROUNDS; round++) {
        struct node *old = top;
        while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
            ;
        assert(old);
        int before = atomic_exchange(&popped[old->value / ROUNDS][old->value % ROUNDS], 1);
        assert(!before);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}

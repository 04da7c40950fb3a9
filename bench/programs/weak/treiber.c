/* Treiber's stack: the first half of the threads pushes, the other pops. -DRELAXED: pushed relaxed. */
#include "memory.h"
#include <stddef.h>

#ifdef RELAXED
#define PUSH memory_order_relaxed
#else
#define PUSH memory_order_release
#endif

struct node {
    int value;
    struct node *next;
};

_Atomic(struct node *) top;
struct node nodes[2];

static void push(struct node *node, int value) {
    node->value = value;
    node->next = load(top, relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, PUSH, memory_order_relaxed))
        ;
}

static int pop(void) {
    struct node *node = load(top, acquire);
    while (node && !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire,
                                                            memory_order_acquire))
        ;
    return node ? node->value : 0;
}

static void work(int me) {
    int rounds = 4 / THREADS;
    for (int round = 0; round < rounds; round++) {
        int number = me % (THREADS / 2) * rounds + round;
        if (me < THREADS / 2)
            push(&nodes[number], number + 1);
        else
            assert(pop() <= 2);
    }
}

int main(void) { run(); }

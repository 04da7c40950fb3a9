//@ verdict: error
//@ kind: use-after-free
//@ line: 18
//@ about: a lock-free pop reads a node that another thread has already popped and freed
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) top;

static void *popper(void *arg) {
    struct node *node = atomic_load(&top);
    while (node) {
        struct node *next = atomic_load(&node->next); //~ use-after-free
        if (atomic_compare_exchange_strong(&top, &node, next)) {
            free(node);
            break;
        }
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        atomic_init(&node->next, atomic_load(&top));
        atomic_store(&top, node);
    }
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

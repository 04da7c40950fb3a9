//@ verdict: unsupported
//@ width: 64
//@ about: a pointer with a counter in its upper 16 bits is refused where it is used
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define POINTER ((1ULL << 48) - 1)

struct node {
    struct node *next;
    int value;
};

static _Atomic uint64_t top;

static void push(struct node *node) {
    uint64_t old = atomic_load(&top), new;
    do {
        node->next = (struct node *)(old & POINTER);
        new = (uint64_t)node | ((old >> 48) + 1) << 48;
    } while (!atomic_compare_exchange_weak(&top, &old, new));
}

int main(void) {
    struct node *node = malloc(sizeof *node);
    node->value = 7;
    push(node);
    struct node *first = (struct node *)(atomic_load(&top) & POINTER);
    int value = first->value;
    free(first);
    return value - 7;
}

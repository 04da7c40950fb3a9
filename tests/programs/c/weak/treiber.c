//@ verdict: ok
//@ args: --memory c11
//@ about: a stack whose nodes are pushed with release
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

_Atomic(struct node *) top;
struct node nodes[2];

static void push(struct node *node, int value) {
    node->value = value;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, memory_order_release,
                                                    memory_order_relaxed))
        ;
}

static int pop(void) {
    struct node *node = atomic_load_explicit(&top, memory_order_acquire);
    while (node && !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire,
                                                            memory_order_acquire))
        ;
    return node ? node->value : 0;
}

static void *other(void *unused) {
    push(&nodes[1], 2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    push(&nodes[0], 1);
    int sum = pop() + pop();
    pthread_join(thread, 0);
    assert(sum == 1 || sum == 3);
}

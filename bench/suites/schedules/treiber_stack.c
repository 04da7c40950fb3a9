//@ verdict: ok
//@ about: a lock-free stack whose nodes are never freed
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *_Atomic top;
atomic_int popped[3];

static void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = top;
    while (!atomic_compare_exchange_strong(&top, &node->next, node)) {}
}

static void pop(void) {
    struct node *node = top;
    while (node && !atomic_compare_exchange_strong(&top, &node, node->next)) {}
    if (node) {
        assert(atomic_fetch_add(&popped[node->value], 1) == 0);

    }
}

void *work(void *unused) {
    pop();
    return 0;
}

int main(void) {
    pthread_t one, two;
    push(0);
    push(1);
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    push(2);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

//@ verdict: ok
//@ about: pushing to a lock-free stack from two threads loses nothing
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;
static struct node nodes[2] = {{1, NULL}, {2, NULL}};

static void *pusher(void *arg) {
    struct node *node = arg;
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &node->next, node))
        ;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int sum = 0;
    pthread_create(&a, NULL, pusher, &nodes[0]);
    pthread_create(&b, NULL, pusher, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (struct node *n = atomic_load(&top); n; n = n->next)
        sum += n->value;
    assert(sum == 3);
    return 0;
}

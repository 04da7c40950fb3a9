//@ verdict: error
//@ kind: use-after-free
//@ about: main frees the queue while the consumer may still unlock it
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>
struct queue { pthread_mutex_t lock; int empty; };
int done;

void *consume(void *argument) {
    struct queue *queue = argument;
    for (;;) {
        pthread_mutex_lock(&queue->lock);
        int end = queue->empty;
        done = end;
        pthread_mutex_unlock(&queue->lock);
        if (end) return 0;
    }
}

int main(void) {
    pthread_t one;
    struct queue *queue = malloc(sizeof *queue);
    pthread_mutex_init(&queue->lock, 0);
    queue->empty = 0;
    pthread_create(&one, 0, consume, queue);
    pthread_mutex_lock(&queue->lock);
    queue->empty = 1;
    pthread_mutex_unlock(&queue->lock);
    while (!__atomic_load_n(&done, __ATOMIC_SEQ_CST)) {}
    free(queue);
    pthread_join(one, 0);
}

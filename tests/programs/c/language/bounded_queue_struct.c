//@ verdict: ok
//@ about: a queue object with its own lock and condition, passed by pointer to two threads
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    int items[2];
    int count;
};

static void put(struct queue *queue, int item) {
    pthread_mutex_lock(&queue->lock);
    queue->items[queue->count++] = item;
    pthread_cond_signal(&queue->not_empty);
    pthread_mutex_unlock(&queue->lock);
}

static int take(struct queue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0)
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    int item = queue->items[--queue->count];
    pthread_mutex_unlock(&queue->lock);
    return item;
}

static void *producer(void *arg) {
    put(arg, 4);
    put(arg, 5);
    return NULL;
}

int main(void) {
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_t t;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
    pthread_create(&t, NULL, producer, queue);
    int sum = take(queue) + take(queue);
    assert(sum == 9);
    pthread_join(t, NULL);
    free(queue);
    return 0;
}

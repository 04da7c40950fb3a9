//@ verdict: ok
//@ about: one item at a time is handed over by condition variables
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
int items;

void *produce(void *unused) {
    for (int turn = 0; turn < 3; turn++) {
        pthread_mutex_lock(&lock);
        while (items > 0) pthread_cond_wait(&empty, &lock);
        items++;
        pthread_mutex_unlock(&lock);
        pthread_cond_signal(&full);
    }
    return 0;
}

void *consume(void *unused) {
    for (int turn = 0; turn < 3; turn++) {
        pthread_mutex_lock(&lock);
        while (items == 0) pthread_cond_wait(&full, &lock);
        items--;
        pthread_mutex_unlock(&lock);
        pthread_cond_signal(&empty);
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, produce, 0);
    pthread_create(&two, 0, consume, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(items == 0);
}

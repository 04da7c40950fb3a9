//@ verdict: error
//@ kind: deadlock
//@ about: two locks in two orders
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int count;

void *forward(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    count++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *backward(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    count++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, forward, 0);
    pthread_create(&two, 0, backward, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

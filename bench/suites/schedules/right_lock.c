//@ verdict: ok
//@ about: one variable under one lock, four threads
#include <assert.h>
#include <pthread.h>

#define THREADS 4
pthread_mutex_t one_lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;
int data;

void *with_one(void *unused) {
    pthread_mutex_lock(&one_lock);
    int before = data;
    data++;
    assert(data == before + 1);
    pthread_mutex_unlock(&one_lock);
    return 0;
}

void *with_other(void *unused) {
    pthread_mutex_lock(&one_lock);
    data++;
    pthread_mutex_unlock(&one_lock);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, i == 0 ? with_one : with_other, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}

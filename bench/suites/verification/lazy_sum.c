//@ verdict: error
//@ kind: assertion
//@ about: the checking thread may run before the others have added
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data;

void *add_one(void *unused) {
    pthread_mutex_lock(&lock);
    data += 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *add_two(void *unused) {
    pthread_mutex_lock(&lock);
    data += 2;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *look(void *unused) {
    pthread_mutex_lock(&lock);
    assert(data < 3);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, add_one, 0);
    pthread_create(&threads[1], 0, add_two, 0);
    pthread_create(&threads[2], 0, look, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}

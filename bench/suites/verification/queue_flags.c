//@ verdict: ok
//@ about: a ring of numbers passed on by two flags
#include <assert.h>
#include <pthread.h>

#define SIZE 4
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ring[SIZE], head, tail, stored[SIZE];
int put_flag = 1, take_flag;

void *put(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        if (put_flag) {
            int value = i + 7;
            ring[tail++ % SIZE] = value;
            stored[i] = value;
            put_flag = 0;
            take_flag = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *take(void *unused) {
    int expected = 0;
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        if (take_flag) {
            int value = ring[head++ % SIZE];
            while (stored[expected] == 0) expected++;
            assert(value == stored[expected++]);
            take_flag = 0;
            put_flag = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, put, 0);
    pthread_create(&two, 0, take, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

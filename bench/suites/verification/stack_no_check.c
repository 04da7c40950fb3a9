//@ verdict: error
//@ kind: assertion
//@ about: pop does not look whether there is anything
#include <assert.h>
#include <pthread.h>

#define TURNS 3
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int stack[TURNS], top;

void *push(void *unused) {
    for (int turn = 0; turn < TURNS; turn++) {
        pthread_mutex_lock(&lock);
        assert(top < TURNS);
        stack[top] = turn;
        top++;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *pop(void *unused) {
    for (int turn = 0; turn < TURNS; turn++) {
        pthread_mutex_lock(&lock);
        assert(top > 0);
        top--;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, push, 0);
    pthread_create(&two, 0, pop, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

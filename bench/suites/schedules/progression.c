//@ verdict: error
//@ kind: assertion
//@ about: a sum handed over by condition variables, asserted wrongly
#include <assert.h>
#include <pthread.h>

#define TURNS 3
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
int slot, has_value, total, done;

void *produce(void *unused) {
    for (int i = 1; i <= TURNS; i++) {
        pthread_mutex_lock(&lock);
        while (has_value) pthread_cond_wait(&emptied, &lock);
        slot = i;
        has_value = 1;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *consume(void *unused) {
    for (int i = 1; i <= TURNS; i++) {
        pthread_mutex_lock(&lock);
        while (!has_value) pthread_cond_wait(&filled, &lock);
        total += slot;
        has_value = 0;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
    }
    done = 1;
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, produce, 0);
    pthread_create(&two, 0, consume, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(done && total != TURNS * (TURNS + 1) / 2);
}

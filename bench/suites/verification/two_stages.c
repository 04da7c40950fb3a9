//@ verdict: error
//@ kind: assertion
//@ about: two variables are written under two locks, one after the other
#include <assert.h>
#include <pthread.h>

pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
int first, second;

void *write_both(void *unused) {
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
    return 0;
}

void *read_both(void *unused) {
    pthread_mutex_lock(&first_lock);
    int seen = first;
    pthread_mutex_unlock(&first_lock);
    if (seen == 0) return 0;
    pthread_mutex_lock(&second_lock);
    assert(second == seen + 1);
    pthread_mutex_unlock(&second_lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, write_both, 0);
    pthread_create(&two, 0, read_both, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
}

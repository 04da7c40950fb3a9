//@ verdict: ok
//@ about: deposit and withdrawal under one lock
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance = 10;

void *deposit(void *unused) {
    pthread_mutex_lock(&lock);
    balance += 5;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *withdraw(void *unused) {
    pthread_mutex_lock(&lock);
    balance -= 3;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, deposit, 0);
    pthread_create(&two, 0, withdraw, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(balance == 12);
}

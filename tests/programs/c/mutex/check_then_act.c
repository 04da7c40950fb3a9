//@ verdict: error
//@ kind: assertion
//@ line: 33
//@ about: each step is locked, the decision is not: two withdrawals overdraw the account
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static int get(void) {
    pthread_mutex_lock(&lock);
    int copy = balance;
    pthread_mutex_unlock(&lock);
    return copy;
}

static void *withdraw(void *arg) {
    if (get() >= 7) {
        pthread_mutex_lock(&lock);
        balance -= 7;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0); //~ assertion
    return 0;
}

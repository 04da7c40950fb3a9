//@ verdict: ok
//@ about: what was seen before the lock was given back is looked at again before it is used
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

static void *withdraw(void *unused) {
    if (get() >= 7) {
        pthread_mutex_lock(&lock);
        if (balance >= 7)
            balance -= 7;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0);
    return 0;
}

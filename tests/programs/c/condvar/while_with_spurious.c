//@ verdict: ok
//@ args: --spurious-wakeups
//@ about: a `while` loop withstands spurious wake-ups
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int flag;

static void *notifier(void *arg) {
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, notifier, NULL);
    pthread_mutex_lock(&lock);
    while (!flag)
        pthread_cond_wait(&ready, &lock);
    assert(flag);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

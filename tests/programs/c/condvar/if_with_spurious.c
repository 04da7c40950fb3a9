//@ verdict: error
//@ kind: assertion
//@ line: 27
//@ args: --spurious-wakeups
//@ about: the same `if` fails when condition variables may wake spuriously
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
    if (!flag)
        pthread_cond_wait(&ready, &lock);
    assert(flag); //~ assertion
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

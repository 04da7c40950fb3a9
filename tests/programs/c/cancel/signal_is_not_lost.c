//@ verdict: ok
//@ about: a waiter that was signalled and is then cancelled has not used up the signal of another
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting;

static void unlock(void *unused) {
    pthread_mutex_unlock(&lock);
}

static void *wait_once(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, 0);
    waiting++;
    pthread_cond_wait(&condition, &lock);
    pthread_cleanup_pop(1);
    return 0;
}

static void signal_one(void) {
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t first, second;
    void *result;
    pthread_create(&first, 0, wait_once, 0);
    pthread_create(&second, 0, wait_once, 0);
    for (int both = 0; !both;) {
        pthread_mutex_lock(&lock);
        both = waiting == 2;
        pthread_mutex_unlock(&lock);
    }
    signal_one();
    pthread_cancel(first);
    pthread_join(first, &result);
    if (result != PTHREAD_CANCELED)
        signal_one();
    pthread_join(second, 0);
    return 0;
}

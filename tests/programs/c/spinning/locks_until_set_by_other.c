//@ verdict: ok
//@ about: the same loop ends when the other thread is not held up for ever, as every fair schedule sees to
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *worker(void *arg) {
    int seen = 0;
    while (!seen) {
        pthread_mutex_lock(&lock);
        seen = stop;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

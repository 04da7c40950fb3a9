//@ verdict: error
//@ kind: deadlock
//@ line: 11
//@ about: an early return leaves the mutex locked
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock); //~ deadlock
    if (used)
        return NULL;
    used = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_create(&t, NULL, worker, NULL);
    pthread_exit(NULL);
}

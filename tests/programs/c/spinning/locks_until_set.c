//@ verdict: error
//@ kind: livelock
//@ line: 17
//@ about: the loop locks and unlocks, so it writes; yet nobody sets what it waits for
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static int stopped(void) {
    int seen = stop;
    return seen;
}

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock); //~ livelock
        int seen = stopped();
        pthread_mutex_unlock(&lock);
        if (seen)
            return arg;
    }
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}

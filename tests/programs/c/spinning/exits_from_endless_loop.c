//@ verdict: error
//@ kind: livelock
//@ line: 14
//@ about: the loop is left by pthread_exit only, and what leads there is never set
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *worker(void *arg) {
    (void)arg;
    for (;;) {
        int seen;
        pthread_mutex_lock(&lock); //~ livelock
        seen = stop;
        pthread_mutex_unlock(&lock);
        if (seen)
            pthread_exit(NULL);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}

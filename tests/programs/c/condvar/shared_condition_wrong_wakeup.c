//@ verdict: error
//@ kind: deadlock
//@ line: 15
//@ about: one condition for two kinds of waiters: a signal may wake the wrong one and is lost
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int red, blue;

static void *waits_for(void *arg) {
    int *colour = arg;
    pthread_mutex_lock(&lock);
    while (*colour == 0)
        pthread_cond_wait(&changed, &lock); //~ deadlock
    if (colour == &red) {
        blue = 1;
        pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, waits_for, &red);
    pthread_create(&t, NULL, waits_for, &blue);
    pthread_mutex_lock(&lock);
    red = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_exit(NULL);
}

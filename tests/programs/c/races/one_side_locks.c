//@ verdict: error
//@ kind: data-race
//@ about: the writer locks, the reader does not
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int copy = value;
    pthread_join(t, NULL);
    return copy & 0;
}

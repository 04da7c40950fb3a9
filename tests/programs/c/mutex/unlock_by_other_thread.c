//@ verdict: error
//@ kind: lock-misuse
//@ line: 10
//@ about: a normal mutex is unlocked by a thread that does not own it
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *stranger(void *arg) {
    pthread_mutex_unlock(&lock); //~ lock-misuse
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, stranger, NULL);
    pthread_join(t, NULL);
    return 0;
}

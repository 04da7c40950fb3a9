//@ verdict: error
//@ kind: lock-misuse
//@ line: 11
//@ about: a thread locks a normal mutex that it already holds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static int read_value(void) {
    pthread_mutex_lock(&lock); //~ lock-misuse
    int copy = value;
    pthread_mutex_unlock(&lock);
    return copy;
}

int main(void) {
    pthread_mutex_lock(&lock);
    value = read_value() + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

//@ verdict: error
//@ kind: lock-misuse
//@ line: 11
//@ about: pthread_cond_wait with a mutex that the caller does not hold
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_wait(&ready, &lock); //~ lock-misuse
    return 0;
}

//@ verdict: error
//@ kind: lock-misuse
//@ about: an assumption that the program defines takes locks like any function
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void assume_abort_if_not(int condition) {
    pthread_mutex_lock(&mutex);
    if (!condition) {
        abort();
    }
}

int main(void) {
    assume_abort_if_not(1);
    assume_abort_if_not(1);
}

//@ verdict: undecided
//@ about: there are more threads at a time than there can be: such executions are not followed
#include <pthread.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    for (int i = 0; i < 5000; i++) {
        pthread_t t;
        pthread_create(&t, NULL, worker, NULL);
    }
    return 0;
}

//@ verdict: ok
//@ about: threads that leave pointers to their variables behind are started and joined without end
#include <pthread.h>

static int *volatile left;

static void *worker(void *arg) {
    int value = 1;
    left = &value;
    return arg;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
        pthread_join(thread, NULL);
    }
}

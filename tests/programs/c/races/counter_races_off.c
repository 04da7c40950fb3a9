//@ verdict: ok
//@ args: --races off
//@ about: the same program when races are ignored
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
    counter++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

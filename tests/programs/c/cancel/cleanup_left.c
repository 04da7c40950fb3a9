//@ verdict: error
//@ kind: invalid-pointer
//@ line: 19
//@ about: a function returns between pthread_cleanup_push and pop, and its handler is gone when the thread ends
#include <pthread.h>

static void nothing(void *unused) {
    (void)unused;
}

static void leaves(void) {
    pthread_cleanup_push(nothing, NULL);
    return;
    pthread_cleanup_pop(0);
}

static void *worker(void *unused) {
    leaves();
    pthread_exit(unused); //~ invalid-pointer
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: error
//@ kind: use-after-free
//@ line: 11
//@ about: a thread gets the address of a local variable whose function has returned
#include <pthread.h>

static pthread_t thread;
static int sink;

static void *worker(void *arg) {
    int value = *(int *)arg; //~ use-after-free
    sink = value;
    return NULL;
}

static void start(void) {
    int local = 5;
    pthread_create(&thread, NULL, worker, &local);
}

int main(void) {
    start();
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: error
//@ kind: lock-misuse
//@ line: 15
//@ about: a thread that was detached cannot be joined, whether it has ended or not
#include <pthread.h>

static void *run(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_detach(thread);
    pthread_join(thread, 0);
}

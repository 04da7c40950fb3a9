//@ verdict: error
//@ kind: lock-misuse
//@ line: 15
//@ about: the id of a thread that was joined means nothing
#include <pthread.h>

static void *run(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    pthread_join(thread, 0);
}

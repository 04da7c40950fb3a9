//@ verdict: error
//@ kind: lock-misuse
//@ about: only one thread can join another one
#include <pthread.h>

static pthread_t first;

static void *run(void *unused) {
    return unused;
}

static void *join(void *unused) {
    pthread_join(first, 0);
    return unused;
}

int main(void) {
    pthread_t second;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, join, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
}

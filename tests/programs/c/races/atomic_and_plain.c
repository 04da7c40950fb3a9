//@ verdict: error
//@ kind: data-race
//@ about: one side is atomic, the other is not
#include <pthread.h>

static int flag;

static void *writer(void *arg) {
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int copy = flag;
    pthread_join(t, NULL);
    return copy & 0;
}

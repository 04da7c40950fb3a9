//@ verdict: error
//@ kind: data-race
//@ cflags: -m32
//@ args: --races error
//@ about: what a thread's own variable points to is shared once its 32-bit address is written to a global
#include <pthread.h>

static int *published;

static void *reader(void *argument) {
    (void)argument;
    while (!__atomic_load_n(&published, __ATOMIC_SEQ_CST))
        ;
    return (void *)(long)*published;
}

int main(void) {
    pthread_t thread;
    int local = 1;
    pthread_create(&thread, 0, reader, 0);
    __atomic_store_n(&published, &local, __ATOMIC_SEQ_CST);
    local = 2;
    pthread_join(thread, 0);
    return 0;
}

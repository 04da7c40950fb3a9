//@ verdict: error
//@ kind: use-after-free
//@ line: 19
//@ about: the address of a thread-local variable is used after its thread has ended
#include <pthread.h>

static _Thread_local int mine = 1;

static void *worker(void *arg) {
    (void)arg;
    return &mine;
}

int main(void) {
    pthread_t t;
    void *where;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &where);
    return *(int *)where; //~ use-after-free
}

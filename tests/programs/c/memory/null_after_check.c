//@ verdict: error
//@ kind: null-dereference
//@ line: 22
//@ about: the pointer is checked, then read a second time, and another thread clears it in between
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 3;
static int sink;
static _Atomic(int *) shared = &value;

static void *clearer(void *arg) {
    atomic_store(&shared, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, clearer, NULL);
    if (atomic_load(&shared) != NULL)
        sink = *atomic_load(&shared); //~ null-dereference
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: error
//@ kind: use-after-free
//@ line: 25
//@ about: a thread returns the address of its variable, where the next thread has another one
#include <pthread.h>
#include <stdint.h>

static uintptr_t hide(void *pointer) { return (uintptr_t)pointer; }

static void *first(void *arg) {
    int value = 1;
    (void)arg;
    return (void *)hide(&value);
}

static void *second(void *arg) {
    int value = 2;
    int *volatile own = &value;
    // Even an address that only the argument has keeps its stack.
    int *left = arg;
    int *volatile next = own;
    (void)next;
    if (*own != 2)
        return NULL;
    *left = 3; //~ use-after-free
    return NULL;
}

int main(void) {
    pthread_t thread;
    void *left;
    pthread_create(&thread, NULL, first, NULL);
    pthread_join(thread, &left);
    pthread_create(&thread, NULL, second, left);
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: error
//@ kind: out-of-bounds
//@ line: 15
//@ about: an unlocked counter lets two threads step below the start of a global stack
#include <pthread.h>
#include <stdatomic.h>

static int stack[1] = {7};
static atomic_int top = 1;
static atomic_int sink;

static void *popper(void *arg) {
    if (atomic_load(&top) > 0) {
        int index = atomic_fetch_sub(&top, 1) - 1;
        atomic_store(&sink, stack[index]); //~ out-of-bounds
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

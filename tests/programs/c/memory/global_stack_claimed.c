//@ verdict: ok
//@ about: the same stack with a compare-and-exchange never goes below its start
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int stack[1] = {7};
static atomic_int top = 1;
static atomic_int sum;

static void *popper(void *arg) {
    int seen = atomic_load(&top);
    while (seen > 0)
        if (atomic_compare_exchange_strong(&top, &seen, seen - 1)) {
            atomic_fetch_add(&sum, stack[seen - 1]);
            break;
        }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&sum) == 7);
    return 0;
}

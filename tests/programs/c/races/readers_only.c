//@ verdict: ok
//@ about: two readers of one variable do not race
#include <assert.h>
#include <pthread.h>

static int constant;

static void *reader(void *arg) {
    assert(constant == 5);
    return arg;
}

int main(void) {
    pthread_t a, b;
    constant = 5;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    assert(constant == 5);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

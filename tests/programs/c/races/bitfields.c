//@ verdict: error
//@ kind: data-race
//@ about: two bit-fields in one word are one memory location
#include <pthread.h>

static struct {
    unsigned left : 4;
    unsigned right : 4;
} flags;

static void *a(void *arg) {
    flags.left = 1;
    return arg;
}

static void *b(void *arg) {
    flags.right = 2;
    return arg;
}

int main(void) {
    pthread_t ta, tb;
    pthread_create(&ta, NULL, a, NULL);
    pthread_create(&tb, NULL, b, NULL);
    pthread_join(ta, NULL);
    pthread_join(tb, NULL);
    return 0;
}

//@ verdict: ok
//@ about: neighbouring bytes and fields are different memory
#include <assert.h>
#include <pthread.h>

static struct {
    char first, second;
    short third;
} record;
static char bytes[4];

static void *a(void *arg) {
    record.first = 1;
    record.third = 3;
    bytes[0] = 1;
    return arg;
}

static void *b(void *arg) {
    record.second = 2;
    bytes[1] = 2;
    return arg;
}

int main(void) {
    pthread_t ta, tb;
    pthread_create(&ta, NULL, a, NULL);
    pthread_create(&tb, NULL, b, NULL);
    pthread_join(ta, NULL);
    pthread_join(tb, NULL);
    assert(record.first == 1 && record.second == 2 && record.third == 3);
    assert(bytes[0] == 1 && bytes[1] == 2);
    return 0;
}

//@ verdict: error
//@ kind: data-race
//@ about: a plain access right behind a join that has blocked
#include <pthread.h>

static int g;

static int h;

static void *busy(void *arg) {
    h = 1;
    return arg;
}

static void *writer(void *arg) {
    g = 1;
    return arg;
}

int main(void) {
    pthread_t other, t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&other, NULL, busy, NULL);
    pthread_join(other, NULL);
    g = 2;
    pthread_join(t, NULL);
    return 0;
}

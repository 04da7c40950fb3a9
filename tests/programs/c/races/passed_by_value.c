//@ verdict: error
//@ kind: data-race
//@ about: a structure that is passed by value is read by the caller
#include <pthread.h>

struct big {
    long parts[4];
};

static struct big g;

static long first(struct big copy) { return copy.parts[0]; }

static void *writer(void *arg) {
    g.parts[2] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long part = first(g);
    pthread_join(t, NULL);
    return part != 0;
}

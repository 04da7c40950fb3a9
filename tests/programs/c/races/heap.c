//@ verdict: error
//@ kind: data-race
//@ line: 14
//@ about: two threads write the same field of a heap object
#include <pthread.h>
#include <stdlib.h>

struct point {
    int x, y;
};

static void *worker(void *arg) {
    struct point *point = arg;
    point->y = 1; //~ data-race
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct point *point = calloc(1, sizeof *point);
    pthread_create(&a, NULL, worker, point);
    pthread_create(&b, NULL, worker, point);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(point);
    return 0;
}

//@ verdict: error
//@ kind: assertion
//@ about: a value that two threads set and main expects from the first
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

char *name;

void *make(void *unused) {
    name = malloc(sizeof *name);
    return 0;
}

void *set_x(void *unused) {
    *name = 'X';
    return 0;
}

void *set_y(void *unused) {
    *name = 'Y';
    return 0;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, make, 0);
    pthread_join(threads[0], 0);
    pthread_create(&threads[1], 0, set_x, 0);
    pthread_create(&threads[2], 0, set_y, 0);
    pthread_join(threads[1], 0);
    pthread_join(threads[2], 0);
    assert(*name == 'Y');
    free(name);
}

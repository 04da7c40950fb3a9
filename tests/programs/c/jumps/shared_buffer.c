//@ verdict: error
//@ kind: data-race
//@ line: 11
//@ about: two threads use one buffer
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;

static void *worker(void *unused) {
    if (setjmp(place) == 0) //~ data-race
        return unused;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int n = 0; n < 2; n++)
        pthread_create(&threads[n], NULL, worker, NULL);
    for (int n = 0; n < 2; n++)
        pthread_join(threads[n], NULL);
    return 0;
}

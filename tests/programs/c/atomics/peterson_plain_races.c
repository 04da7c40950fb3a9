//@ verdict: error
//@ kind: data-race
//@ about: the same algorithm on plain variables is full of data races
#include <assert.h>
#include <pthread.h>

static int wants[2];
static int turn;
static int inside;

static void *worker(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

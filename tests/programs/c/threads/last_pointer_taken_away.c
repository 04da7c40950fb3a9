//@ verdict: error
//@ kind: assertion
//@ args: --search dfs
//@ about: the number of a joined thread is used again once another thread has taken away the last pointer to its variables
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int **shown;

static void *show(void *unused) {
    int variable = 0;
    *shown = &variable;
    return 0;
}

static void *take_away(void *unused) {
    *shown = 0;
    return 0;
}

static void *nothing(void *unused) {
    return 0;
}

int main(void) {
    pthread_t first, second, third;
    shown = malloc(sizeof *shown);
    pthread_create(&first, 0, show, 0);
    pthread_join(first, 0);
    pthread_create(&second, 0, take_away, 0);
    pthread_create(&third, 0, nothing, 0);
    assert(!pthread_equal(first, third)); //~ assertion
    pthread_join(third, 0);
    pthread_join(second, 0);
    return 0;
}

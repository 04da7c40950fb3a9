//@ verdict: error
//@ kind: leak
//@ args: --leaks
//@ about: only the loser of the race forgets to free its own block
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) installed;

static void *installer(void *arg) {
    int *mine = malloc(sizeof *mine);
    int *expected = NULL;
    *mine = 1;
    atomic_compare_exchange_strong(&installed, &expected, mine);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, installer, NULL);
    pthread_create(&b, NULL, installer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&installed));
    return 0;
}

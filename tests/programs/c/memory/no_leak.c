//@ verdict: ok
//@ args: --leaks
//@ about: the loser of the race frees its own block
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) installed;

static void *installer(void *arg) {
    int *mine = malloc(sizeof *mine);
    int *expected = NULL;
    *mine = 1;
    if (!atomic_compare_exchange_strong(&installed, &expected, mine))
        free(mine);
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

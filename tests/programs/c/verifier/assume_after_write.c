//@ verdict: error
//@ kind: assertion
//@ about: what a thread did before an assumption that does not hold has happened
#include <pthread.h>

void reach_error(void);
void __VERIFIER_assume(int);

static int x;

static void *writer(void *arg) {
    x = 1;
    __VERIFIER_assume(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (x == 1)
        reach_error();
    pthread_join(t, NULL);
    return 0;
}

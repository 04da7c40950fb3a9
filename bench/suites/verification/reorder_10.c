//@ verdict: error
//@ kind: assertion
//@ about: the same among ten setters
#include <assert.h>
#include <pthread.h>

#define SETTERS 10
#define CHECKERS 2
int a, b;

void *set(void *unused) {
    a = 1;
    b = -1;
    return 0;
}

void *check(void *unused) {
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    return 0;
}

int main(void) {
    pthread_t threads[SETTERS + CHECKERS];
    for (int i = 0; i < SETTERS + CHECKERS; i++) pthread_create(&threads[i], 0, i < SETTERS ? set : check, 0);
    for (int i = 0; i < SETTERS + CHECKERS; i++) pthread_join(threads[i], 0);
}

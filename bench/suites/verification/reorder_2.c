//@ verdict: error
//@ kind: assertion
//@ about: a checker comes between two assignments
#include <assert.h>
#include <pthread.h>

#define SETTERS 2
#define CHECKERS 1
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

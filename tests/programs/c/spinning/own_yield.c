//@ verdict: error
//@ kind: assertion
//@ line: 17
//@ about: a function of the program that is called like one that yields is no mere pastime
#include <assert.h>

static int calls;

int pthread_yield(void) {
    calls++;
    return 0;
}

int main(void) {
    for (int i = 0; i < 5; i++)
        pthread_yield();
    assert(calls < 3);
    return 0;
}

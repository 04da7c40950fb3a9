//@ verdict: error
//@ kind: data-race
//@ about: strlen reads what the other thread writes
#include <assert.h>
#include <pthread.h>

#include <string.h>
char text[4] = "abc";

void *run(void *unused) {
    text[1] = 'x';
    return 0;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, run, 0);
    assert(strlen(text) == 3);
    pthread_join(one, 0);
}

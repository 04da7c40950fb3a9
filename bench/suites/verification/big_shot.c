//@ verdict: error
//@ kind: uninitialised
//@ about: a string is used that the other thread may not have made yet
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char *text;

void *make(void *unused) {
    text = malloc(8);
    return 0;
}

void *fill(void *unused) {
    if (text) strcpy(text, "Bigshot");
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, make, 0);
    pthread_create(&two, 0, fill, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(text[0] == 'B');
}

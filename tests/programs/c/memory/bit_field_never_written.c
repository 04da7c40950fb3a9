//@ verdict: error
//@ kind: uninitialised
//@ about: a bit-field decides a branch and nothing of its unit was ever written
#include <stdlib.h>

struct message {
    unsigned char urgent : 1, kind : 7;
};

int main(void) {
    struct message *message = malloc(sizeof *message);
    if (message->urgent) abort();
    free(message);
    return 0;
}

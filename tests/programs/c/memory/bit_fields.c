//@ verdict: ok
//@ width: 64
//@ about: the fields of a unit are written one after the other, and each write keeps the others
#include <assert.h>
#include <stdlib.h>

struct message {
    unsigned char urgent : 1, kind : 7;
    unsigned long size : 40, count : 20;
};

static void fill(struct message *message) {
    message->urgent = 0;
    message->kind = 5;
    message->size = 1ul << 39;
    message->count = 7;
}

int main(void) {
    struct message local, *shared = malloc(sizeof *shared);
    fill(&local);
    fill(shared);
    if (local.urgent || shared->urgent) return 1;
    assert(local.kind == 5 && shared->kind == 5);
    assert(shared->size == 1ul << 39 && local.count == 7);
    free(shared);
    return 0;
}

//@ verdict: unsupported
//@ about: a function registered with on_exit gets the status as well: refused by name
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int value;

static void ends(int status, void *argument) { assert(status == 0 && argument == &value); }

int main(void) {
    on_exit(ends, &value);
    return 0;
}

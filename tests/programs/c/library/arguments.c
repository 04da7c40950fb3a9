//@ verdict: ok
//@ about: main is given its own name as first argument
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv) {
    assert(argc == 1);
    assert(argv[0] != NULL && argv[argc] == NULL);
    return 0;
}

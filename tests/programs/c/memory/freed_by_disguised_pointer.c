//@ verdict: error
//@ kind: use-after-free
//@ line: 26
//@ about: a thread frees a block whose address it got in disguise, before the maker of the block writes to it
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define MASK ((uintptr_t)0x5555555555555555)

static atomic_uintptr_t disguised;

static void *frees(void *argument) {
    uintptr_t found = atomic_load(&disguised);
    if (found)
        free((void *)(found ^ MASK));
    return argument;
}

int main(void) {
    pthread_t one;
    int *block = malloc(sizeof *block);
    pthread_create(&one, 0, frees, 0);
    atomic_store(&disguised, (uintptr_t)block ^ MASK);
    *block = 1; //~ use-after-free
    pthread_join(one, 0);
    return 0;
}

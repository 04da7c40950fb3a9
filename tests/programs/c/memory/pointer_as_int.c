//@ verdict: ok
//@ about: the low half of a pointer, as old programs keep it in an int, is not zero, and the rest of pointers works as ever
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int global;
static int table[4];

static int is_given(void *p) {
    if ((int)(long)p)
        return 1;
    return 0;
}

static void function(void) {}

int main(void) {
    int local = 0;
    int *block = malloc(16);
    assert(is_given(&global) && is_given(&local) && is_given(block) && is_given((void *)function));
    assert(!is_given(NULL));
    assert((uintptr_t)block % 16 == 0 && (uintptr_t)&global % sizeof(int) == 0);
    assert((int *)(uintptr_t)&local == &local);

    uintptr_t tagged = (uintptr_t)block | 1;
    *(int *)(tagged & ~(uintptr_t)1) = 5;
    uintptr_t both = (uintptr_t)block ^ (uintptr_t)&global;
    assert(*(int *)(both ^ (uintptr_t)&global) == 5);

    assert(&table[3] - &table[0] == 3 && &table[1] > &table[0]);
    int *before = &table[2];
    before -= 2;
    assert(before == table && (char *)&table[1] - (char *)table == 4);
    assert((int)(long)(void *)(long)-1 == -1 && (int)(intptr_t)(void *)(intptr_t)7 == 7);

    void (*call)(void) = (void (*)(void))(uintptr_t)function;
    call();
    free(block);
    return 0;
}

//@ verdict: ok
//@ exit: 42
//@ about: atexit functions run in reverse order before the chosen exit code
#include <stdio.h>
#include <stdlib.h>

static int depth;

static void first(void) { printf("first %d\n", depth); }
static void second(void) { printf("second %d\n", ++depth); }
static void third(void) { atexit(second); printf("third %d\n", ++depth); }

static void leave(int levels) {
    if (levels == 0)
        exit(42);
    leave(levels - 1);
    puts("never");
}

int main(void) {
    atexit(first);
    atexit(second);
    atexit(third);
    printf("leaving\n");
    leave(5);
    return 1;
}

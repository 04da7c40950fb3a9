// setjmp and longjmp within one thread: values, nesting, variables that changed in between, loops.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static int depth;

static void fail(jmp_buf where, int code) {
    longjmp(where, code);
}

static void descend(int levels, int code) {
    char padding[16];
    snprintf(padding, sizeof padding, "%d", levels);
    if (atoi(padding) == 0)
        fail(outer, code);
    depth++;
    descend(levels - 1, code);
}

static int attempt(int code) {
    volatile int before = code * 10, changed = 0;
    const char *const name = code % 2 ? "odd" : "even";
    int result = setjmp(outer);
    if (result == 0) {
        changed = code + 100;
        depth = 0;
        descend(code, code);
    }
    printf("%d: %d %d %s %d\n", result, before, changed, name, depth);
    return result;
}

static int nested(void) {
    volatile int steps = 0;
    switch (setjmp(outer)) {
    case 0:
        steps++;
        if (setjmp(inner) == 0) {
            steps++;
            longjmp(inner, 7);
        }
        steps++;
        longjmp(outer, 2);
    case 2:
        steps += 10;
        break;
    default:
        steps = -1;
    }
    return steps;
}

static int retry(void) {
    volatile int tries = 0;
    int result = setjmp(inner);
    if (++tries < 4)
        longjmp(inner, result + 1);
    return result * 100 + tries;
}

static int signals(void) {
    static sigjmp_buf place;
    volatile int passes = 0;
    int result = sigsetjmp(place, 1);
    passes++;
    if (result < 3)
        siglongjmp(place, result + 1);
    return passes * 10 + result;
}

static int of_many(void) {
    jmp_buf buffers[3];
    volatile int sum = 0;
    for (volatile int n = 0; n < 3; n++) {
        int result = setjmp(buffers[n]);
        sum += result;
        if (result == 0)
            longjmp(buffers[n], n + 5);
    }
    if (sum < 100) {
        sum += 100;
        longjmp(buffers[1], 1000);
    }
    return sum;
}

int main(void) {
    for (int code = 0; code < 4; code++)
        attempt(code);
    printf("%d\n", nested());
    printf("%d\n", retry());
    printf("%d\n", signals());
    printf("%d\n", of_many());
    return 0;
}

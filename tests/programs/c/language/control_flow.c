//@ verdict: ok
//@ about: switch with fall-through and ranges, goto, computed goto, comma, do-while, static locals
#include <assert.h>

static int classify(int x) {
    int result = 0;
    switch (x) {
    case 0:
        result += 1;
        /* fall through */
    case 1:
        result += 10;
        break;
    case 10 ... 19:
        result = 5;
        break;
    case -1:
        goto negative;
    default:
        result = -100;
    }
    return result;
negative:
    return -1;
}

static int interpret(const char *code) {
    static void *labels[] = {&&add, &&twice, &&stop};
    int value = 0;
    goto *labels[code[0] - 'a'];
add:
    value++, code++;
    goto *labels[*code - 'a'];
twice:
    value *= 2, code++;
    goto *labels[*code - 'a'];
stop:
    return value;
}

static int next(void) {
    static int state = 5;
    return state++;
}

int main(void) {
    assert(classify(0) == 11 && classify(1) == 10 && classify(15) == 5);
    assert(classify(-1) == -1 && classify(99) == -100);
    assert(interpret("aababc") == 10);
    next();
    assert(next() == 6);
    int n = 0;
    do
        n += 3;
    while (n < 10);
    assert(n == 12);
    return 0;
}
